package io.coterie.secure;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The sites whose masked vectors have arrived, as the coordinator tells it: those who are counted.
 *
 * @param context the sum
 * @param sites in order of their names
 */
public record Survivors(SumContext context, SortedSet<String> sites) {
  public Survivors {
    sites = Collections.unmodifiableSortedSet(new TreeSet<>((Collection<String>) sites));
  }
}
