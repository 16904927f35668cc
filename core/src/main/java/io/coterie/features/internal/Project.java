package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import java.util.Optional;

/**
 * Projects the records onto principal axes.
 *
 * @param mean taken off first
 * @param axes one column per axis
 */
public record Project(Vector mean, Matrix axes) implements RecordMap {
  private static final int BLOCK = 1024;
  private static final double ORTHONORMAL = 1e-6;

  public Project {
    if (mean.size() != axes.rows()) {
      throw new IllegalArgumentException(
          "The mean has %d values, the axes have %d.".formatted(mean.size(), axes.rows()));
    }
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    int d = mean.size();
    Matrix result = Matrix.zeros(records.rows(), axes.columns());
    parallel.forBlocks(
        records.rows(),
        BLOCK,
        (block, from, to) -> {
          Matrix centered = Matrix.zeros(to - from, d);
          for (int i = from; i < to; i++) {
            for (int j = 0; j < d; j++) {
              centered.set(i - from, j, records.at(i, j) - mean.at(j));
            }
          }
          double[] projected = Blas.multiply(centered, axes).array();
          System.arraycopy(projected, 0, result.array(), from * axes.columns(), projected.length);
        });
    return result;
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
    for (int i = 0; i < result.rows(); i++) {
      for (int j = 0; j < result.columns(); j++) {
        result.set(i, j, result.at(i, j) + mean.at(j));
      }
    }
    return Optional.of(result);
  }
}
