package io.coterie.hostile;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.SumWords;
import io.coterie.message.internal.AnchorSums;

/** Sums of records by the nearest of given points, as an honest site makes them. */
final class Cells {
  private Cells() {}

  static long[] words(Matrix records, Matrix points) {
    double[] counts = new double[points.rows()];
    Matrix sums = Matrix.zeros(points.rows(), points.columns());
    for (int i = 0; i < records.rows(); i++) {
      int nearest = 0;
      for (int p = 1; p < points.rows(); p++) {
        nearest =
            records.squaredDistance(i, points, p) < records.squaredDistance(i, points, nearest)
                ? p
                : nearest;
      }
      counts[nearest]++;
      for (int j = 0; j < points.columns(); j++) {
        sums.set(nearest, j, sums.at(nearest, j) + records.at(i, j));
      }
    }
    AnchorSums own = new AnchorSums(Vector.of(counts), sums);
    return shape(points).words(own);
  }

  private static SumWords<AnchorSums> shape(Matrix points) {
    return SumWords.like(AnchorSums.zero(points.rows(), points.columns()));
  }

  /** Returns the sums that a total of words stands for. */
  static AnchorSums sums(long[] total, Matrix points) {
    return shape(points).total(total);
  }
}
