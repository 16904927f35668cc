package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Optional;

/** Draws in heavy tails: sign(x) log(1 + |x|). */
public record SignedLog() implements RecordMap {
  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    return records.map((i, j, value) -> Math.copySign(Math.log1p(Math.abs(value)), value));
  }

  @Override
  public boolean keepsColumns() {
    return true;
  }

  @Override
  public Optional<Matrix> back(Matrix mapped) {
    return Optional.of(
        mapped.map((i, j, value) -> Math.copySign(Math.expm1(Math.abs(value)), value)));
  }
}
