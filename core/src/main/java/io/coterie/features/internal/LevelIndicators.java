package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Optional;

/**
 * Makes of each column of levels one feature a level, 1 where a record has it and else 0; numbers
 * stay as they are. Rare levels may share a feature.
 *
 * @param levels how many levels each column has; 0 for numbers, −1 for a column that is left out
 * @param places of the levels of all columns, one after the other: the feature within the column's
 *     own; −1 where a level counts as missing
 */
public record LevelIndicators(IntVector levels, IntVector places) implements RecordMap {
  /** In place of the number of levels: the column is no feature. */
  public static final int LEFT_OUT = -1;

  public LevelIndicators {
    int named = 0;
    for (int count : levels.toArray()) {
      if (count < LEFT_OUT) {
        throw new IllegalArgumentException("A column has a negative number of levels.");
      }
      named += Math.max(0, count);
    }
    if (named != places.size()) {
      throw new IllegalArgumentException(
          "%d levels but places of %d.".formatted(named, places.size()));
    }
    for (int place : places.toArray()) {
      if (place < -1 || place >= places.size()) {
        throw new IllegalArgumentException("The place of a level is out of range.");
      }
    }
  }

  /** Returns how many features a column becomes. */
  public int features(int column) {
    if (levels.at(column) <= 0) {
      return 1 + levels.at(column);
    }
    int most = -1;
    for (int l = 0, at = first(column); l < levels.at(column); l++) {
      most = Math.max(most, places.at(at + l));
    }
    return most + 1;
  }

  /** Returns the place of the first level of a column. */
  public int first(int column) {
    int first = 0;
    for (int j = 0; j < column; j++) {
      first += Math.max(0, levels.at(j));
    }
    return first;
  }

  @Override
  public int outputDimension(int inputDimension) {
    int features = 0;
    for (int j = 0; j < levels.size(); j++) {
      features += features(j);
    }
    return features;
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    Matrix mapped = Matrix.zeros(records.rows(), outputDimension(records.columns()));
    int to = 0;
    for (int j = 0, first = 0; j < levels.size(); first += Math.max(0, levels.at(j)), j++) {
      int width = features(j);
      for (int i = 0; i < records.rows() && width > 0; i++) {
        double value = records.at(i, j);
        if (levels.at(j) == 0) {
          mapped.set(i, to, value);
        } else {
          boolean isLevel = value >= 0 && value < levels.at(j);
          int place = isLevel ? places.at(first + (int) value) : -1;
          for (int k = 0; k < width; k++) {
            mapped.set(i, to + k, place < 0 ? Double.NaN : place == k ? 1 : 0);
          }
        }
      }
      to += width;
    }
    return mapped;
  }

  /** A mean of indicators is a share of each level, which no single level stands for. */
  @Override
  public Optional<Matrix> back(Matrix mapped) {
    return Optional.empty();
  }
}
