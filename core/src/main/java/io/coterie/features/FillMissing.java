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
    return records.map((i, j, value) -> Double.isNaN(value) ? means.at(j) : value);
  }

  @Override
  public boolean fillsMissing() {
    return true;
  }

  @Override
  public boolean keepsColumns() {
    return true;
  }

  @Override
  public Optional<Matrix> back(Matrix mapped) {
    return Optional.of(mapped);
  }
}
