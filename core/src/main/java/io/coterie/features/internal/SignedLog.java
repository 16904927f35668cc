package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Optional;

/** Draws in heavy tails: sign(x) log(1 + |x|). */
public record SignedLog() implements RecordMap {
  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    Matrix result = records.copy();
    double[] values = result.array();
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.copySign(Math.log1p(Math.abs(values[i])), values[i]);
    }
    return result;
  }

  @Override
  public Optional<Matrix> back(Matrix mapped) {
    Matrix result = mapped.copy();
    double[] values = result.array();
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.copySign(Math.expm1(Math.abs(values[i])), values[i]);
    }
    return Optional.of(result);
  }
}
