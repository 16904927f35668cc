package io.coterie.features.internal;

import static java.util.Objects.requireNonNull;

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
  public Box {
    requireNonNull(bounds, "bounds is null");
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    Matrix result = records.copy();
    for (int i = 0; i < result.rows(); i++) {
      for (int j = 0; j < result.columns(); j++) {
        double lower = bounds.lower().at(j);
        double upper = bounds.upper().at(j);
        double value = Math.max(lower, Math.min(upper, result.at(i, j)));
        result.set(i, j, Double.isNaN(value) ? 0 : 2 * ((value - lower) / (upper - lower)) - 1);
      }
    }
    return result;
  }

  @Override
  public Optional<Matrix> back(Matrix mapped) {
    Matrix result = mapped.copy();
    for (int i = 0; i < result.rows(); i++) {
      for (int j = 0; j < result.columns(); j++) {
        double lower = bounds.lower().at(j);
        double range = bounds.upper().at(j) - lower;
        result.set(i, j, lower + (result.at(i, j) + 1) / 2 * range);
      }
    }
    return Optional.of(result);
  }
}
