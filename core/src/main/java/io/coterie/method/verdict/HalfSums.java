package io.coterie.method.verdict;

import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.internal.WholeTotals;
import java.util.Arrays;

/**
 * How the sums over halves of records are written: for each coin and half the counts of anchors and
 * pairs, then by nearest anchor counts and sums, then products.
 *
 * @param graph how many counts of anchors and pairs there are
 */
record HalfSums(int anchors, int graph, int features, int coins) {
  /** One in sums and products. */
  static final double UNIT = 1 << 20;

  /** What is farther is as far as this: records have a typical length of 1 to 2. */
  private static final double FARTHEST = 64;

  int each() {
    return graph + anchors * (1 + features) + features * (features + 1) / 2;
  }

  int size() {
    return 2 * coins * each();
  }

  /** Returns where a half of a coin begins. */
  int at(int coin, int half) {
    return (2 * coin + half) * each();
  }

  void add(double[] record, int anchor, long[] totals, int at) {
    totals[at + graph + anchor]++;
    int sums = at + graph + anchors + anchor * features;
    int products = at + graph + anchors * (1 + features);
    for (int i = 0; i < features; i++) {
      double value = bounded(record[i]);
      totals[sums + i] += Math.round(UNIT * value);
      for (int j = 0; j <= i; j++) {
        totals[products++] += Math.round(UNIT * value * bounded(record[j]));
      }
    }
  }

  private static double bounded(double value) {
    return Math.max(-FARTHEST, Math.min(FARTHEST, value));
  }

  /**
   * Half of the records as all sites together have it.
   *
   * @param counts of the records nearest to each anchor
   * @param sums of their values, one row for each anchor
   * @param products Σ x xᵀ, the lower triangle
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Half(long[] counts, Matrix sums, double[] products) {
    long records() {
      long all = 0;
      for (long count : counts) {
        all += count;
      }
      return all;
    }
  }

  Half half(long[] totals, int coin, int half) {
    int at = at(coin, half) + graph;
    long[] counts = Arrays.copyOfRange(totals, at, at + anchors);
    at += anchors;
    Matrix sums = Matrix.zeros(anchors, features);
    for (int i = 0; i < sums.array().length; i++) {
      sums.array()[i] = totals[at++] / UNIT;
    }
    double[] products = new double[features * (features + 1) / 2];
    for (int i = 0; i < products.length; i++) {
      products[i] = totals[at++] / UNIT;
    }
    return new Half(counts, sums, products);
  }

  static WholeTotals totals(long[] counts) {
    return new WholeTotals(LongVector.of(counts), LongVector.of());
  }
}
