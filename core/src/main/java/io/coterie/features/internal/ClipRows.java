package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import java.util.Optional;

/**
 * Shifts each record by a center, draws it in to a ball and scales it: clip(x − center, radius) /
 * unit.
 *
 * @param center subtracted first
 * @param radius the largest Euclidean length that is left as it is
 * @param unit what is one afterwards
 */
public record ClipRows(Vector center, double radius, double unit) implements RecordMap {
  public ClipRows {
    if (!(radius > 0 && unit > 0)) {
      throw new IllegalArgumentException(
          "The radius is %s and the unit %s; both must be positive.".formatted(radius, unit));
    }
  }

  public static ClipRows around(int dimension, double radius, double unit) {
    return new ClipRows(Vector.of(new double[dimension]), radius, unit);
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    Matrix result = records.copy();
    for (int i = 0; i < result.rows(); i++) {
      double squared = 0;
      for (int j = 0; j < result.columns(); j++) {
        double value = result.at(i, j) - center.at(j);
        squared += value * value;
        result.set(i, j, value);
      }
      double length = Math.sqrt(squared);
      double scale = (length > radius ? radius / length : 1) / unit;
      for (int j = 0; j < result.columns(); j++) {
        result.set(i, j, result.at(i, j) * scale);
      }
    }
    return result;
  }

  @Override
  public boolean keepsColumns() {
    return true;
  }

  @Override
  public Optional<Matrix> back(Matrix mapped) {
    return Optional.of(mapped.map((i, j, value) -> value * unit + center.at(j)));
  }
}
