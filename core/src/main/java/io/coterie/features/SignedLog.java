package io.coterie.features;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.protocol.Field;
import java.util.List;

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
  public String kind() {
    return "signed-log";
  }

  @Override
  public List<Field> fields() {
    return List.of();
  }
}
