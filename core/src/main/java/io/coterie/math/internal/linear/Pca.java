package io.coterie.math.internal.linear;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.eigen.EigenPairs;

/**
 * The directions in which rows vary most. Each axis has its largest entry positive, so that equal
 * covariances give equal axes.
 *
 * @param mean what is subtracted from a row
 * @param axes one unit column per direction, the largest variance first
 * @param variances the variance along each axis
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; shared, not copied
public record Pca(double[] mean, Matrix axes, double[] variances) {
  private static final int BLOCK = 1024;

  public Pca {
    if (mean.length != axes.rows() || variances.length != axes.columns()) {
      throw new IllegalArgumentException(
          "%d means and %d variances do not fit %d x %d axes."
              .formatted(mean.length, variances.length, axes.rows(), axes.columns()));
    }
  }

  public static Pca of(Matrix covariance, double[] mean, int dimensions) {
    int d = covariance.rows();
    if (dimensions < 1 || dimensions > d) {
      throw new IllegalArgumentException(
          "dimensions is %d; it must be from 1 to the %d columns.".formatted(dimensions, d));
    }
    EigenPairs pairs = Blas.symmetricEigen(covariance, d - dimensions, d - 1);
    pairs = pairs.lastFirst(dimensions).signed();
    return new Pca(mean, pairs.vectors(), pairs.values());
  }

  /** In blocks, so that no centered copy of all rows is held. */
  public Matrix project(Matrix rows, Parallel parallel) {
    int d = mean.length;
    if (rows.columns() != d) {
      throw new IllegalArgumentException(
          "The rows have %d columns; these axes need %d.".formatted(rows.columns(), d));
    }
    int k = axes.columns();
    Matrix result = Matrix.zeros(rows.rows(), k);
    parallel.forBlocks(
        rows.rows(),
        BLOCK,
        (block, from, to) -> {
          double[] projected = Blas.multiply(rows.centered(from, to, mean), axes).array();
          System.arraycopy(projected, 0, result.array(), from * k, projected.length);
        });
    return result;
  }
}
