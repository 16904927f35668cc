package io.coterie.secure;

import io.coterie.math.LongVector;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a secure sum gives.
 *
 * @param sites whose vectors are in the total
 * @param total exact mod 2⁶⁴; from −2⁶³ to 2⁶³ − 1 it is itself
 */
public record SecureTotal(SortedSet<String> sites, LongVector total) {
  public SecureTotal {
    sites = Collections.unmodifiableSortedSet(new TreeSet<>(sites));
  }

  public long[] words() {
    return total.toArray();
  }
}
