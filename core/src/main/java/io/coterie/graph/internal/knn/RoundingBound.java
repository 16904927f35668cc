package io.coterie.graph.internal.knn;

import io.coterie.math.Matrix;

/**
 * What a scan in floats may have got wrong about a query q, both q and points taken about the mean.
 * A point p within the distance d found so far has |p| ≤ |q| + d = R. With u = 2⁻²⁴, in its score
 * |p|² − 2 q·p
 *
 * <ul>
 *   <li>coordinates are rounded by u each, so a product by 2 u: at most 4 u |q||p| ≤ 4 u R²;
 *   <li>the norm by 2 u for its coordinates and u as a float: at most 3 u R²;
 *   <li>the sum of D + 1 products, in any order and with or without fused products, by (D + 1) u (1
 *       + 1/8) of the sum of their sizes, |q||p| + |p|²/2 ≤ 3/2 R², times two.
 * </ul>
 *
 * <p>Together that is less than (4 D + 12) u R². The 20 u R² that are left cover what is done in
 * doubles. It holds while D u ≤ 1/16 and as long as nothing overflows or falls below the smallest
 * normal float; where that is not sure, every point is in doubt. So which points are found is
 * decided by distances in doubles only, which no library takes part in: the neighbors of a query
 * depend on no other query, and on no kernel of a library.
 *
 * @param query in doubt
 * @param limit points with a larger score are surely farther than those found
 * @param row of the query in its tile
 */
record RoundingBound(int query, double limit, int row) {
  /** Squared lengths beyond this may overflow in floats, and their scores tell nothing. */
  static final double LARGEST = Float.MAX_VALUE / 8.0;

  /** Below this, products of floats may fall below the smallest normal float, 2⁻¹²⁶. */
  private static final double SMALLEST = 0x1.0p-60;

  private static final int MOST_COLUMNS = 1 << 19;
  private static final double FLOAT_ROUNDING = 0x1.0p-24;

  static RoundingBound of(Matrix queries, int query, double[] mean, double farthest) {
    double norm = squaredNorm(queries, query, mean);
    double radius = Math.sqrt(norm) + Math.sqrt(farthest);
    double limit = farthest - norm + rounding(radius * radius, mean);
    boolean tells = isWithinFloats(radius * radius, mean);
    return new RoundingBound(query, tells ? limit : Double.POSITIVE_INFINITY, 0);
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
    double radiusSquared = 2 * norm + 2 * distance;
    return isWithinFloats(radiusSquared, mean)
        ? distance + 2 * rounding(radiusSquared, mean)
        : Double.POSITIVE_INFINITY;
  }

  /** Not for what is no number. */
  private static boolean isWithinFloats(double radiusSquared, double[] mean) {
    return radiusSquared > SMALLEST && radiusSquared < LARGEST && mean.length <= MOST_COLUMNS;
  }

  private static double rounding(double radiusSquared, double[] mean) {
    return (4 * mean.length + 32) * FLOAT_ROUNDING * radiusSquared;
  }

  /** Points with at least this score are surely farther than those found. */
  boolean isSettledBy(double score) {
    return score > limit;
  }
}
