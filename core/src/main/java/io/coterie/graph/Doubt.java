package io.coterie.graph;

import io.coterie.math.Matrix;

/**
 * What a scan in floats may have got wrong about a query. A point nearer than the distance d found
 * so far lies within R = |q| + d of the mean, so in its score |p|² − 2 q·p the roundings of the
 * coordinates, of the products and of the sum together stay below (2 D + 20) 2⁻²⁴ R².
 *
 * <p>Immutable.
 */
final class Doubt {
  /** Squared lengths beyond this may overflow in floats, and their scores tell nothing. */
  static final double LARGEST = Float.MAX_VALUE / 8.0;

  private static final double FLOAT_ROUNDING = 0x1.0p-24;

  private final int query;
  private final double limit;

  Doubt(Matrix queries, int query, double[] mean, double farthest) {
    this.query = query;
    double norm = 0;
    for (int j = 0; j < mean.length; j++) {
      double value = queries.at(query, j) - mean[j];
      norm += value * value;
    }
    double radius = Math.sqrt(norm) + Math.sqrt(farthest);
    double rounding = (2 * mean.length + 20) * FLOAT_ROUNDING * radius * radius;
    this.limit = radius * radius < LARGEST ? farthest - norm + rounding : Double.POSITIVE_INFINITY;
  }

  int query() {
    return query;
  }

  /** Returns whether points with at least this score are surely farther than those found. */
  boolean isSettledBy(float score) {
    return score > limit;
  }
}
