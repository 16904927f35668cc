package io.coterie.math.internal.eigen;

import io.coterie.math.Matrix;

/**
 * Eigenvalues in the order asked for, and their unit eigenvectors as the columns of a matrix.
 *
 * @param values the eigenvalues; shared, not copied
 * @param vectors one column per value
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; a copy would cost an array a step
public record EigenPairs(double[] values, Matrix vectors) {
  public EigenPairs {
    if (values.length != vectors.columns()) {
      throw new IllegalArgumentException(
          "%d eigenvalues but %d eigenvectors.".formatted(values.length, vectors.columns()));
    }
  }

  /** As many of the last pairs, in reverse order: LAPACK gives the largest eigenvalues last. */
  public EigenPairs lastFirst(int count) {
    int n = vectors.rows();
    int width = values.length;
    EigenPairs reversed = new EigenPairs(new double[count], Matrix.zeros(n, count));
    for (int j = 0; j < count; j++) {
      reversed.values[j] = values[width - 1 - j];
      for (int i = 0; i < n; i++) {
        reversed.vectors.set(i, j, vectors.at(i, width - 1 - j));
      }
    }
    return reversed;
  }

  /**
   * Turns each vector, in place, so that its largest entry, the first of equals, is positive. An
   * eigenvector has no sign of its own; with this rule equal matrices give equal vectors.
   */
  public EigenPairs signed() {
    for (int j = 0; j < vectors.columns(); j++) {
      double largest = 0;
      for (int i = 0; i < vectors.rows(); i++) {
        if (Math.abs(vectors.at(i, j)) > Math.abs(largest)) {
          largest = vectors.at(i, j);
        }
      }
      for (int i = 0; largest < 0 && i < vectors.rows(); i++) {
        vectors.set(i, j, -vectors.at(i, j));
      }
    }
    return this;
  }
}
