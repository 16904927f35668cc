package io.coterie.secure;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a secure sum gives: the exact total, mod 2⁶⁴, of the sites that were counted. Totals from
 * −2⁶³ to 2⁶³ − 1 are themselves.
 *
 * <p>Immutable.
 */
public final class SecureTotal {
  private final SortedSet<String> sites;
  private final long[] words;

  SecureTotal(SortedSet<String> sites, long[] words) {
    this.sites = Collections.unmodifiableSortedSet(new TreeSet<>(sites));
    this.words = words;
  }

  public SortedSet<String> sites() {
    return sites;
  }

  public long[] words() {
    return words.clone();
  }

  @Override
  public String toString() {
    return "Total of %d words over %s".formatted(words.length, sites);
  }
}
