package io.coterie.math.internal.linear;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.internal.eigen.EigenPairs;
import java.util.Optional;

/**
 * Axes along which clusters differ, in units of the spread inside them: linear discriminant
 * analysis (R. A. Fisher 1936) with the clusters found in place of classes. Records are first
 * divided by the root of the scatter inside clusters; there, the axes of the scatter between
 * clusters come first, at most one fewer than clusters, and the remaining ones follow, scaled down.
 *
 * <p>The scatter inside clusters is drawn towards its mean variance, so that an axis along which
 * hardly anything varies is not blown up.
 */
public final class Discriminant {
  private static final double SHRINKAGE = 0.1;

  private Discriminant() {}

  /**
   * Returns the axes as columns, or nothing if the records do not vary inside the clusters.
   *
   * @param within scatter inside clusters
   * @param between scatter of the clusters' means, weighted by their sizes
   * @param leading how many axes are kept as they are
   * @param rest the scale of the others; with 0 there are none
   */
  public static Optional<Matrix> axes(Matrix within, Matrix between, int leading, double rest) {
    int d = within.rows();
    double mean = 0;
    for (int j = 0; j < d; j++) {
      mean += within.at(j, j) / d;
    }
    if (!(mean > 0)) {
      return Optional.empty();
    }
    Matrix whitening = inverseRoot(within, mean);
    Matrix whitened = Blas.multiply(whitening, Blas.multiply(between, whitening));
    EigenPairs pairs = Blas.symmetricEigen(symmetric(whitened));
    int first = Math.min(leading, d);
    Matrix chosen = Matrix.zeros(d, rest > 0 ? d : first);
    for (int k = 0; k < chosen.columns(); k++) {
      double scale = k < first ? 1 : rest;
      for (int i = 0; i < d; i++) {
        chosen.set(i, k, scale * pairs.vectors().at(i, d - 1 - k));
      }
    }
    return Optional.of(Blas.multiply(whitening, chosen));
  }

  /**
   * The symmetric S^-½ of the shrunk scatter, in units of its mean variance. It is (V Λ^-¼)(V
   * Λ^-¼)ᵀ, hence the two roots.
   */
  private static Matrix inverseRoot(Matrix scatter, double mean) {
    EigenPairs pairs = Blas.symmetricEigen(scatter);
    int d = scatter.rows();
    Matrix scaled = Matrix.zeros(d, d);
    for (int k = 0; k < d; k++) {
      double variance = (1 - SHRINKAGE) * Math.max(0, pairs.values()[k]) / mean + SHRINKAGE;
      for (int i = 0; i < d; i++) {
        scaled.set(i, k, pairs.vectors().at(i, k) / Math.sqrt(Math.sqrt(variance)));
      }
    }
    return Blas.multiplyByTransposed(scaled, scaled);
  }

  private static Matrix symmetric(Matrix square) {
    Matrix result = square.copy();
    for (int i = 0; i < square.rows(); i++) {
      for (int j = 0; j < i; j++) {
        double value = (square.at(i, j) + square.at(j, i)) / 2;
        result.set(i, j, value);
        result.set(j, i, value);
      }
    }
    return result;
  }
}
