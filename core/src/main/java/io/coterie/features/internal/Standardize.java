package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import java.util.Optional;

/**
 * Shifts and scales each feature: (x − center) / scale.
 *
 * @param center mean or smallest value of each feature
 * @param scale deviation or range of each feature, never zero
 */
public record Standardize(Vector center, Vector scale) implements RecordMap {
  public Standardize {
    if (center.size() != scale.size()) {
      throw new IllegalArgumentException(
          "%d centers but %d scales.".formatted(center.size(), scale.size()));
    }
    for (int j = 0; j < scale.size(); j++) {
      if (!(scale.at(j) > 0)) {
        throw new IllegalArgumentException("Scale %d is not positive.".formatted(j));
      }
    }
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    return records.map((i, j, value) -> (value - center.at(j)) / scale.at(j));
  }

  @Override
  public boolean keepsColumns() {
    return true;
  }

  @Override
  public Optional<Matrix> back(Matrix mapped) {
    return Optional.of(mapped.map((i, j, value) -> value * scale.at(j) + center.at(j)));
  }
}
