package io.coterie.bench.kernels;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.SplittableRandom;

/** Made points. */
final class Clouds {
  private static final int GROUPS = 10;

  private Clouds() {}

  /** Returns points in ten overlapping groups, the first features spread more than the last. */
  static Matrix grouped(int rows, int columns, String name) {
    SplittableRandom random = new Seed(0).child(name).random();
    Matrix centers = Matrix.zeros(GROUPS, columns);
    fill(centers, random, 2);
    Matrix points = Matrix.zeros(rows, columns);
    fill(points, random, 1);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double scale = 1 / Math.sqrt(1 + j);
        points.set(i, j, scale * (points.at(i, j) + centers.at(i % GROUPS, j)));
      }
    }
    return points;
  }

  private static void fill(Matrix matrix, SplittableRandom random, double scale) {
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        matrix.set(i, j, scale * random.nextGaussian());
      }
    }
  }
}
