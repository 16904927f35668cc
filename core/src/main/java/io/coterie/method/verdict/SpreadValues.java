package io.coterie.method.verdict;

import io.coterie.features.FeatureLayout;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Spreads values that only come in steps, for counting: between the steps of a rounded number or of
 * levels there are valleys that are no groups'.
 *
 * <ul>
 *   <li>A number becomes uniform between the midpoints to the next values at its site. Gaps much
 *       wider than usual stay: they may be those between groups.
 *   <li>A level becomes a uniform point of the simplex that is nearest to its corner. Independent
 *       noise on its indicators would leave valleys.
 * </ul>
 *
 * @param known the same records with NaN where a value is missing; what is filled in stays as it is
 */
record SpreadValues(FeatureLayout layout, Matrix known) {
  /** A value is spread by gaps up to so many times the median of the records' gaps. */
  private static final double WIDEST = 2;

  /** Shares of a level below this come from filling. */
  private static final double SURE = 0.99;

  Matrix of(Matrix records, Seed seed) {
    Matrix spread = Matrix.over(records.rows(), records.columns(), records.array().clone());
    for (int b = 0, at = 0; b < layout.sizes().size(); b++) {
      int size = layout.sizes().at(b);
      SplittableRandom random = seed.child(b).random();
      if (size > 1) {
        spreadLevels(spread, at, size, random);
      } else {
        spreadNumber(spread, at, random);
      }
      at += Math.max(1, size);
    }
    return spread;
  }

  private void spreadNumber(Matrix spread, int column, SplittableRandom random) {
    double[] values = new double[spread.rows()];
    Arrays.setAll(values, i -> known.at(i, column));
    double[] steps = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
    steps = Arrays.stream(steps).distinct().toArray();
    if (steps.length < 2) {
      return;
    }
    int[] places = new int[values.length];
    double[] gaps = new double[values.length];
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      places[i] = Double.isNaN(values[i]) ? -1 : Arrays.binarySearch(steps, values[i]);
      if (places[i] >= 0) {
        gaps[count++] = (gap(steps, places[i] - 1) + gap(steps, places[i])) / 2;
      }
    }
    Arrays.sort(gaps, 0, count);
    double widest = WIDEST * gaps[count / 2];
    for (int i = 0; i < values.length; i++) {
      double part = random.nextDouble(-1, 1);
      if (places[i] >= 0) {
        double gap = gap(steps, part < 0 ? places[i] - 1 : places[i]);
        spread.set(i, column, spread.at(i, column) + part * Math.min(gap, widest) / 2);
      }
    }
  }

  /** Returns the gap after a step; beyond the ends, that of the last steps. */
  private static double gap(double[] steps, int place) {
    int from = Math.max(0, Math.min(steps.length - 2, place));
    return steps[from + 1] - steps[from];
  }

  private void spreadLevels(Matrix spread, int at, int size, SplittableRandom random) {
    double[] drawn = new double[size];
    for (int i = 0; i < spread.rows(); i++) {
      double all = 0;
      int top = 0;
      for (int l = 0; l < size; l++) {
        drawn[l] = -StrictMath.log(1 - random.nextDouble());
        all += drawn[l];
        top = drawn[l] > drawn[top] ? l : top;
      }
      int level = level(i, at, size);
      if (level >= 0) {
        double largest = drawn[top];
        drawn[top] = drawn[level];
        drawn[level] = largest;
        for (int l = 0; l < size; l++) {
          double share = drawn[l] / all;
          spread.set(
              i, at + l, (share - layout.offsets().at(at + l)) / layout.factors().at(at + l));
        }
      }
    }
  }

  private int level(int row, int at, int size) {
    for (int l = 0; l < size; l++) {
      double share =
          layout.offsets().at(at + l) + layout.factors().at(at + l) * known.at(row, at + l);
      if (share > SURE) {
        return l;
      }
    }
    return -1;
  }
}
