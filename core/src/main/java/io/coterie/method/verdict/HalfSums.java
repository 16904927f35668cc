package io.coterie.method.verdict;

import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.internal.WholeTotals;
import io.coterie.plan.PrivacyPlan;

/**
 * How the totals over halves of records are written: for each coin the counts of anchors and pairs,
 * then by nearest anchor counts, and of each half its sums and products where it has enough
 * records.
 *
 * <p>No values are added up by anchor, since half of a cell may be a single record; see {@link
 * AnchorGroups}.
 *
 * @param graph how many counts of anchors and pairs there are
 * @param hasScatter whether there are sums and products
 */
record HalfSums(int anchors, int graph, int features, int coins, boolean hasScatter) {
  /** One in sums and products. */
  static final double UNIT = 1 << 20;

  /** What is farther is as far as this: records have a typical length of 1 to 2. */
  private static final double FARTHEST = 64;

  /** Counts of the first half stand above those of the second, which are fewer than this. */
  private static final int SHIFT = 22;

  /** Of more features, no products are added up: there is no metric of what is inside clusters. */
  private static final int MOST_FEATURES = 256;

  /**
   * Returns the layout where so many records of all sites are taken.
   *
   * @param taken by chance, so that a half may have somewhat fewer than half of them
   */
  static HalfSums of(
      Matrix anchors, int graph, VerdictQuestion.Halves asked, double taken, int smallestGroup) {
    boolean isEnough = taken / 2 - 4 * Math.sqrt(taken) >= PrivacyPlan.exactTotal(smallestGroup);
    return new HalfSums(
        anchors.rows(),
        graph,
        anchors.columns(),
        asked.coins(),
        isEnough && anchors.columns() <= MOST_FEATURES);
  }

  /** Returns how many sums and products a half has at most. */
  static int scatter(int features) {
    return features <= MOST_FEATURES ? features + features * (features + 1) / 2 : 0;
  }

  private int half() {
    return hasScatter ? scatter(features) : 0;
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
    if (!hasScatter) {
      return;
    }
    int sums = coin * each() + graph + anchors + half * half();
    int products = sums + features;
    for (int i = 0; i < features; i++) {
      double value = bounded(record[i]);
      totals[sums + i] += Math.round(UNIT * value);
      for (int j = 0; j <= i; j++) {
        totals[products++] += Math.round(UNIT * value * bounded(record[j]));
      }
    }
  }

  static double bounded(double value) {
    return Math.max(-FARTHEST, Math.min(FARTHEST, value));
  }

  /**
   * Half of the records as all sites together have it.
   *
   * @param counts of the records nearest to each anchor
   * @param anchors where these are, about
   * @param sums Σ x over the half; none where there are too few records
   * @param products Σ x xᵀ, the lower triangle
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Half(long[] counts, Matrix anchors, double[] sums, double[] products) {
    long records() {
      long all = 0;
      for (long count : counts) {
        all += count;
      }
      return all;
    }

    boolean hasScatter() {
      return products.length > 0;
    }
  }

  Half half(long[] totals, int coin, int half, Matrix places) {
    int at = coin * each() + graph;
    long[] counts = new long[anchors];
    for (int p = 0; p < anchors; p++) {
      counts[p] = count(totals[at + p], half);
    }
    at += anchors + half * half();
    double[] sums = new double[hasScatter ? features : 0];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = totals[at++] / UNIT;
    }
    double[] products = new double[half() - sums.length];
    for (int i = 0; i < products.length; i++) {
      products[i] = totals[at++] / UNIT;
    }
    return new Half(counts, places, sums, products);
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
