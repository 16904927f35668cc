package io.coterie.graph.internal.knn;

import io.coterie.math.Matrix;

/**
 * What a scan in floats may have got wrong about a query. A point nearer than the distance d found
 * so far lies within R = |q| + d of the mean, so in its score |p|² − 2 q·p the roundings of the
 * coordinates, of the products and of the sum together stay below (4 D + 32) 2⁻²⁴ R²: each of D + 2
 * terms is rounded in turn, and their sizes add up to at most 2 R², twice.
 *
 * @param query in doubt
 * @param limit points with a larger score are surely farther than those found
 * @param row of the query in its tile
 */
record RoundingBound(int query, double limit, int row) {
  /** Squared lengths beyond this may overflow in floats, and their scores tell nothing. */
  static final double LARGEST = Float.MAX_VALUE / 8.0;

  private static final double FLOAT_ROUNDING = 0x1.0p-24;

  /** Beyond {@link #LARGEST} floats may have overflowed, and every point is in doubt. */
  static RoundingBound of(Matrix queries, int query, double[] mean, double farthest) {
    double norm = squaredNorm(queries, query, mean);
    double radius = Math.sqrt(norm) + Math.sqrt(farthest);
    double limit = farthest - norm + rounding(radius * radius, mean);
    return new RoundingBound(
        query, radius * radius < LARGEST ? limit : Double.POSITIVE_INFINITY, 0);
  }

  RoundingBound at(int place) {
    return new RoundingBound(query, limit, place);
  }

  static double squaredNorm(Matrix queries, int query, double[] mean) {
    double norm = 0;
    for (int j = 0; j < mean.length; j++) {
      double value = queries.at(query, j) - mean[j];
      norm += value * value;
    }
    return norm;
  }

  /** Beyond this squared distance points surely have a larger score than this one. */
  static double farthest(float score, double norm, double[] mean) {
    double distance = Math.max(0, norm + score);
    // (|q| + d)² ≤ 2 |q|² + 2 d²
    double farthest = distance + 2 * rounding(2 * norm + 2 * distance, mean);
    return farthest < LARGEST ? farthest : Double.POSITIVE_INFINITY;
  }

  private static double rounding(double radiusSquared, double[] mean) {
    return (4 * mean.length + 32) * FLOAT_ROUNDING * radiusSquared;
  }

  /** Points with at least this score are surely farther than those found. */
  boolean isSettledBy(double score) {
    return score > limit;
  }
}
