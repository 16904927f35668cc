package io.coterie.math.internal.linear;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.SplittableRandom;

/**
 * Points in the box [−1, 1]^d that see no data: each at least r from the border and 2r from the
 * others, for nearly the largest r at which random trials find them (Su and others 2016).
 */
public final class SpherePacking {
  private static final int HALVINGS = 20;
  private static final int TRIALS = 100;

  private SpherePacking() {}

  /** By bisection on the radius. */
  public static Matrix centers(int count, int dimension, Seed seed) {
    Matrix best = Matrix.zeros(count, dimension);
    double possible = 0;
    double impossible = 1;
    for (int step = 0; step < HALVINGS; step++) {
      double radius = (possible + impossible) / 2;
      Matrix tried = Matrix.zeros(count, dimension);
      if (fill(tried, radius, seed.child(step).random())) {
        best = tried;
        possible = radius;
      } else {
        impossible = radius;
      }
    }
    return best;
  }

  private static boolean fill(Matrix points, double radius, SplittableRandom random) {
    for (int i = 0; i < points.rows(); i++) {
      boolean placed = false;
      for (int trial = 0; trial < TRIALS && !placed; trial++) {
        for (int j = 0; j < points.columns(); j++) {
          points.set(i, j, (1 - radius) * (2 * random.nextDouble() - 1));
        }
        placed = isApart(points, i, radius);
      }
      if (!placed) {
        return false;
      }
    }
    return true;
  }

  private static boolean isApart(Matrix points, int last, double radius) {
    for (int i = 0; i < last; i++) {
      if (points.squaredDistance(last, points, i) < 4 * radius * radius) {
        return false;
      }
    }
    return true;
  }
}
