package io.coterie.math.internal.linear;

/** Where a falling series falls most: how many values count, of a spectrum that has no end. */
public final class LargestDrop {
  private LargestDrop() {}

  /** How many values come before the largest drop, the first of equal ones; at least 1. */
  public static int position(double[] descending) {
    if (descending.length == 0) {
      throw new IllegalArgumentException("There is no value; at least one is needed.");
    }
    int best = 1;
    double largest = Double.NEGATIVE_INFINITY;
    for (int j = 1; j < descending.length; j++) {
      double drop = descending[j - 1] - descending[j];
      if (drop > largest) {
        largest = drop;
        best = j;
      }
    }
    return best;
  }
}
