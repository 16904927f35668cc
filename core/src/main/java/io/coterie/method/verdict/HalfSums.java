package io.coterie.method.verdict;

import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.internal.WholeTotals;

/**
 * How the sums over halves of records are written: for each coin the counts of anchors and pairs,
 * then by nearest anchor counts, and of each half sums and products.
 *
 * @param graph how many counts of anchors and pairs there are
 */
record HalfSums(int anchors, int graph, int features, int coins) {
  /** One in sums and products. */
  static final double UNIT = 1 << 20;

  /** What is farther is as far as this: records have a typical length of 1 to 2. */
  private static final double FARTHEST = 64;

  /** Counts of the first half stand above those of the second, which are fewer than this. */
  private static final int SHIFT = 22;

  /** Of more features, no products are added up: there is no metric of what is inside clusters. */
  private static final int MOST_FEATURES = 256;

  /** Returns how many products a half has. */
  static int products(int features) {
    return features <= MOST_FEATURES ? features * (features + 1) / 2 : 0;
  }

  private int half() {
    return anchors * features + products(features);
  }

  /** Returns how many words a coin has. */
  private int each() {
    return graph + anchors + 2 * half();
  }

  int size() {
    return coins * each();
  }

  /** Returns what one more record adds to a count of a half. */
  private static long one(int half) {
    return half == 0 ? 1L << SHIFT : 1;
  }

  private static long count(long word, int half) {
    return half == 0 ? word >> SHIFT : word & ((1L << SHIFT) - 1);
  }

  void addPlace(int place, int coin, int half, long[] totals) {
    totals[coin * each() + place] += one(half);
  }

  void add(double[] record, int anchor, int coin, int half, long[] totals) {
    totals[coin * each() + graph + anchor] += one(half);
    int sums = coin * each() + graph + anchors + half * half() + anchor * features;
    int products = coin * each() + graph + anchors + half * half() + anchors * features;
    for (int i = 0; i < features; i++) {
      double value = bounded(record[i]);
      totals[sums + i] += Math.round(UNIT * value);
      for (int j = 0; j <= i && features <= MOST_FEATURES; j++) {
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
    int at = coin * each() + graph;
    long[] counts = new long[anchors];
    for (int p = 0; p < anchors; p++) {
      counts[p] = count(totals[at + p], half);
    }
    at += anchors + half * half();
    Matrix sums = Matrix.zeros(anchors, features);
    for (int i = 0; i < sums.array().length; i++) {
      sums.array()[i] = totals[at++] / UNIT;
    }
    double[] products = new double[products(features)];
    for (int i = 0; i < products.length; i++) {
      products[i] = totals[at++] / UNIT;
    }
    return new Half(counts, sums, products);
  }

  /** Copies the counts of anchors and pairs of a half. */
  void copyGraph(long[] totals, int coin, int half, long[] counts, int to) {
    for (int i = 0; i < graph; i++) {
      counts[to + i] = count(totals[coin * each() + i], half);
    }
  }

  static WholeTotals totals(long[] counts) {
    return new WholeTotals(LongVector.of(counts), LongVector.of());
  }
}
