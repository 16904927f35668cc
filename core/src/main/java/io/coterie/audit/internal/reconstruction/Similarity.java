package io.coterie.audit.internal.reconstruction;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.internal.eigen.EigenPairs;

/**
 * Moves, turns, mirrors and scales points onto others with the least sum of squares (P. H.
 * Schönemann, R. M. Carroll, Psychometrika 1970). What a graph of distances cannot tell is exactly
 * such a transform.
 */
final class Similarity {
  /** Below this share of the size a singular value is rounding, and its direction undefined. */
  private static final double FLAT = 1e-14;

  private Similarity() {}

  static Matrix align(Matrix points, Matrix onto) {
    int n = points.rows();
    int q = points.columns();
    double[] from = points.columnMeans();
    double[] to = onto.columnMeans();
    Matrix cross = Matrix.zeros(q, q);
    double size = 0;
    for (int i = 0; i < n; i++) {
      for (int a = 0; a < q; a++) {
        double centered = points.at(i, a) - from[a];
        size += centered * centered;
        for (int b = 0; b < q; b++) {
          cross.set(a, b, cross.at(a, b) + centered * (onto.at(i, b) - to[b]));
        }
      }
    }
    // cross = U S Vᵀ by the eigenvectors V of crossᵀ cross; the rotation is U Vᵀ.
    EigenPairs pairs = Blas.symmetricEigen(Blas.multiplyTransposed(cross, cross));
    Matrix rotation = Matrix.zeros(q, q);
    double trace = 0;
    for (int s = 0; s < q; s++) {
      double singular = Math.sqrt(Math.max(0, pairs.values()[s]));
      trace += singular;
      for (int a = 0; a < q && singular > FLAT * size; a++) {
        double u = 0;
        for (int b = 0; b < q; b++) {
          u += cross.at(a, b) * pairs.vectors().at(b, s) / singular;
        }
        for (int b = 0; b < q; b++) {
          rotation.set(a, b, rotation.at(a, b) + u * pairs.vectors().at(b, s));
        }
      }
    }
    // The best scale is Σ s over Σ |x|², given the best rotation.
    double scale = size > 0 ? trace / size : 0;
    Matrix aligned = Matrix.zeros(n, q);
    for (int i = 0; i < n; i++) {
      for (int b = 0; b < q; b++) {
        double sum = to[b];
        for (int a = 0; a < q; a++) {
          sum += scale * (points.at(i, a) - from[a]) * rotation.at(a, b);
        }
        aligned.set(i, b, sum);
      }
    }
    return aligned;
  }
}
