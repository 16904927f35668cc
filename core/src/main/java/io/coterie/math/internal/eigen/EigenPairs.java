package io.coterie.math.internal.eigen;

import io.coterie.math.Matrix;
import java.util.Objects;

/**
 * Eigenvalues in the order asked for, and their unit eigenvectors as the columns of a matrix.
 *
 * @param values the eigenvalues; shared, not copied
 * @param vectors one column per value
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; a copy would cost an array a step
public record EigenPairs(double[] values, Matrix vectors) {
  public EigenPairs {
    Objects.requireNonNull(vectors, "vectors is null");
    if (values.length != vectors.columns()) {
      throw new IllegalArgumentException(
          "%d eigenvalues but %d eigenvectors.".formatted(values.length, vectors.columns()));
    }
  }
}
