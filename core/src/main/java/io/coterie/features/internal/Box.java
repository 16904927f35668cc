package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.plan.PublicBounds;
import java.util.Optional;

/**
 * Maps each feature's public bounds onto [−1, 1]. What is beyond a bound is put on it, and what is
 * missing in the middle, so that a record's place depends on nothing but itself.
 *
 * @param bounds of every feature
 */
public record Box(PublicBounds bounds) implements RecordMap {
  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    return records.map(
        (i, j, value) -> {
          double lower = bounds.lower().at(j);
          double upper = bounds.upper().at(j);
          double within = Math.max(lower, Math.min(upper, value));
          return Double.isNaN(within) ? 0 : 2 * ((within - lower) / (upper - lower)) - 1;
        });
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
    return Optional.of(
        mapped.map(
            (i, j, value) -> {
              double lower = bounds.lower().at(j);
              return lower + (value + 1) / 2 * (bounds.upper().at(j) - lower);
            }));
  }
}
