package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Optional;

/**
 * Scales each record to norm one; a record of zeros stays as it is.
 *
 * @param norm 1 for the absolute sum, 2 for the Euclidean length
 */
public record NormalizeRows(int norm) implements RecordMap {
  public NormalizeRows {
    if (norm != 1 && norm != 2) {
      throw new IllegalArgumentException("norm is %d; it must be 1 or 2.".formatted(norm));
    }
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    if (norm == 2) {
      return records.unitRows();
    }
    Matrix result = records.copy();
    for (int i = 0; i < result.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < result.columns(); j++) {
        sum += Math.abs(result.at(i, j));
      }
      for (int j = 0; j < result.columns() && sum > 0; j++) {
        result.set(i, j, result.at(i, j) / sum);
      }
    }
    return result;
  }

  /** Of the record's length nothing is left: what comes back has length one. */
  @Override
  public Optional<Matrix> back(Matrix mapped) {
    return Optional.of(mapped);
  }
}
