package io.coterie.method.dp;

import io.coterie.math.Matrix;

/**
 * Draws points into a ball around the origin. What is no number becomes 0, so that no record,
 * however strange, makes a site fail: an error would tell of it. A point within the ball, or beyond
 * it by rounding, stays as it is to the last bit.
 *
 * @param radius of the ball
 */
record Ball(double radius) {
  /** Squares of larger coordinates may overflow. */
  private static final double LARGEST = 1e100;

  private static final double ROUNDING = 1e-9;

  Matrix drawIn(Matrix points) {
    Matrix result = points.copy();
    double[] values = result.array();
    int columns = result.columns();
    for (int start = 0; start < values.length; start += columns) {
      double squared = 0;
      for (int j = start; j < start + columns; j++) {
        double value = Double.isNaN(values[j]) ? 0 : values[j];
        values[j] = Math.max(-LARGEST, Math.min(LARGEST, value));
        squared += values[j] * values[j];
      }
      double length = Math.sqrt(squared);
      if (length > radius * (1 + ROUNDING)) {
        for (int j = start; j < start + columns; j++) {
          values[j] *= radius / length;
        }
      }
    }
    return result;
  }
}
