package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.RowProducts;
import java.util.Optional;

/**
 * Projects the records onto principal axes, each record by itself: see {@link RowProducts}.
 *
 * @param mean taken off first
 * @param axes one column per axis
 */
public record Project(Vector mean, Matrix axes) implements RecordMap {
  private static final double ORTHONORMAL = 1e-6;

  public Project {
    if (mean.size() != axes.rows()) {
      throw new IllegalArgumentException(
          "The mean has %d values, the axes have %d.".formatted(mean.size(), axes.rows()));
    }
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    return RowProducts.of(records, mean.toArray(), axes, parallel);
  }

  @Override
  public int outputDimension(int inputDimension) {
    return axes.columns();
  }

  /** Only orthonormal axes are their own way back. */
  @Override
  public Optional<Matrix> back(Matrix mapped) {
    Matrix gram = Blas.multiplyTransposed(axes, axes);
    for (int i = 0; i < gram.rows(); i++) {
      for (int j = 0; j < gram.columns(); j++) {
        if (Math.abs(gram.at(i, j) - (i == j ? 1 : 0)) > ORTHONORMAL) {
          return Optional.empty();
        }
      }
    }
    Matrix result = Blas.multiplyByTransposed(mapped, axes);
    return Optional.of(result.map((i, j, value) -> value + mean.at(j)));
  }
}
