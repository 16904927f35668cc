package io.coterie.bench.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import org.junit.jupiter.api.Test;

class MixedTableTest {
  private static final double NONE = Double.NaN;

  private final MixedTable table =
      new MixedTable(
          Matrix.ofRows(
              new double[] {1, 0, 5},
              new double[] {3, 1, 9},
              new double[] {NONE, 1, 5},
              new double[] {5, NONE, 9}),
          IntVector.of(0, 2, 0));

  @Test
  void meansAndMostFrequentLevelsFillGaps() {
    Matrix filled = table.filled().records();
    assertThat(filled.row(2)).containsExactly(3, 1, 5);
    assertThat(filled.row(3)).containsExactly(5, 1, 9);
  }

  @Test
  void twoNumbersBecomeLevelsAndThreeDoNot() {
    MixedTable levels = table.withTwoNumbersAsLevels();
    assertThat(levels.levels()).isEqualTo(IntVector.of(0, 2, 2));
    assertThat(levels.records().row(0)).containsExactly(1, 0, 0);
    assertThat(levels.records().row(3)).containsExactly(5, NONE, 1);
  }

  /** A number has an inertia of one; levels one together, or as many as they are, less one. */
  @Test
  void codedColumnsHaveTheInertiaTheyShould() {
    MixedTable whole =
        new MixedTable(
            Matrix.zeros(12, 2).map((i, j, zero) -> j == 0 ? i * i : i % 6 < 3 ? 0 : i % 6 - 2),
            IntVector.of(0, 4));
    assertThat(inertia(whole.asNumbers(), 0, 1)).isCloseTo(1, within(1e-12));
    assertThat(inertia(whole.asNumbers(), 1, 5)).isCloseTo(1, within(1e-12));
    assertThat(inertia(whole.asFactors(), 0, 1)).isCloseTo(1, within(1e-12));
    assertThat(inertia(whole.asFactors(), 1, 5)).isCloseTo(3, within(1e-12));
    assertThat(table.asFactors().row(2)[0]).isZero();
  }

  /** Two columns of the same two levels have one axis, of inertia two: one of each. */
  @Test
  void axesAreThoseOfTheFactorAnalysis() {
    MixedTable twins =
        new MixedTable(Matrix.zeros(8, 2).map((i, j, zero) -> i % 2), IntVector.of(2, 2));
    Matrix kept = FactorAxes.aboveOne().coordinates(twins, Parallel.sequential());
    assertThat(kept.columns()).isEqualTo(1);
    assertThat(inertia(kept, 0, 1)).isCloseTo(2, within(1e-12));
    assertThat(FactorAxes.five().coordinates(twins, Parallel.sequential()).columns()).isEqualTo(4);
  }

  private static double inertia(Matrix columns, int from, int to) {
    double sum = 0;
    for (int i = 0; i < columns.rows(); i++) {
      for (int j = from; j < to; j++) {
        sum += columns.at(i, j) * columns.at(i, j) / columns.rows();
      }
    }
    return sum;
  }
}
