package io.coterie.method.fit;

import java.util.Arrays;

/** Arithmetic of counts and shares of cells. */
final class Shares {
  private Shares() {}

  static double sum(double[] counts) {
    return Arrays.stream(counts).sum();
  }

  /** Returns shares that add up to one; zeros where there is nothing. */
  static double[] of(double[] counts) {
    double all = Math.max(sum(counts), Double.MIN_NORMAL);
    return Arrays.stream(counts).map(count -> count / all).toArray();
  }

  /** Returns how far shares are apart: total variation of levels, Kolmogorov's of numbers. */
  static double distance(double[] one, double[] other, boolean isLevels) {
    double height = 0;
    double most = 0;
    double variation = 0;
    for (int b = 0; b < one.length; b++) {
      height += one[b] - other[b];
      most = Math.max(most, Math.abs(height));
      variation += Math.abs(one[b] - other[b]) / 2;
    }
    return isLevels ? variation : most;
  }

  /** Returns the same counts with those of the cells in another order. */
  static double[] ordered(double[] counts, int[] order) {
    return Arrays.stream(order).mapToDouble(b -> b < 0 ? 0 : counts[b]).toArray();
  }
}
