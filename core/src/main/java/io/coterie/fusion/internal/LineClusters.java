package io.coterie.fusion.internal;

import java.util.Arrays;

/**
 * The best division of weighted places on a line into intervals: k-means in one dimension, solved
 * exactly by dynamic programming over how the first bins are divided, O(C n²).
 */
public final class LineClusters {
  private static final double TINY = 1e-9;

  private LineClusters() {}

  /**
   * Returns the intervals' weighted means, in order.
   *
   * @param weights of the places, not negative
   * @param places in increasing order
   * @param clusterCount at most as many as places
   */
  public static double[] centers(double[] weights, double[] places, int clusterCount) {
    int n = weights.length;
    if (places.length != n || clusterCount < 1 || clusterCount > n) {
      throw new IllegalArgumentException(
          "%d weights, %d places and %d clusters do not fit together."
              .formatted(n, places.length, clusterCount));
    }
    Sums sums = Sums.of(weights, places);
    double[][] cost = new double[clusterCount + 1][n + 1];
    int[][] start = new int[clusterCount + 1][n + 1];
    for (double[] row : cost) {
      Arrays.fill(row, Double.POSITIVE_INFINITY);
    }
    cost[0][0] = 0;
    for (int c = 1; c <= clusterCount; c++) {
      for (int end = c; end <= n; end++) {
        for (int from = c - 1; from < end; from++) {
          double total = cost[c - 1][from] + sums.cost(from, end);
          if (total < cost[c][end]) {
            cost[c][end] = total;
            start[c][end] = from;
          }
        }
      }
    }
    double[] centers = new double[clusterCount];
    int end = n;
    for (int c = clusterCount; c > 0; c--) {
      centers[c - 1] = sums.mean(start[c][end], end);
      end = start[c][end];
    }
    return centers;
  }

  /** Sums of weight, weight times place and weight times squared place before each index. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Sums(double[] weight, double[] first, double[] second) {
    static Sums of(double[] weights, double[] places) {
      int n = weights.length;
      Sums sums = new Sums(new double[n + 1], new double[n + 1], new double[n + 1]);
      for (int i = 0; i < n; i++) {
        sums.weight[i + 1] = sums.weight[i] + weights[i];
        sums.first[i + 1] = sums.first[i] + weights[i] * places[i];
        sums.second[i + 1] = sums.second[i] + weights[i] * places[i] * places[i];
      }
      return sums;
    }

    double cost(int from, int end) {
      double sum = first[end] - first[from];
      return second[end] - second[from] - sum * sum / mass(from, end);
    }

    double mean(int from, int end) {
      return (first[end] - first[from]) / mass(from, end);
    }

    private double mass(int from, int end) {
      return Math.max(weight[end] - weight[from], TINY);
    }
  }
}
