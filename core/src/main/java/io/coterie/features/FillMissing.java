package io.coterie.features;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import java.util.Optional;

/**
 * Puts a feature's mean over all sites where a value is missing (NaN).
 *
 * @param means one per feature
 */
public record FillMissing(Vector means) implements RecordMap {
  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    Matrix filled = records.copy();
    for (int i = 0; i < filled.rows(); i++) {
      for (int j = 0; j < filled.columns(); j++) {
        if (Double.isNaN(filled.at(i, j))) {
          filled.set(i, j, means.at(j));
        }
      }
    }
    return filled;
  }

  @Override
  public Optional<Matrix> back(Matrix mapped) {
    return Optional.of(mapped);
  }
}
