package io.coterie.method.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.features.FeatureLayout;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SpreadValuesTest {
  private static final FeatureLayout NUMBER = FeatureLayout.ofNumbers(1);

  private static Matrix spread(FeatureLayout layout, Matrix records) {
    return new SpreadValues(layout, records).of(records, new Seed(1));
  }

  @Test
  void stepsBecomeEven() {
    Matrix steps = Matrix.zeros(4000, 1).map((i, j, value) -> i % 4);

    Matrix spread = spread(NUMBER, steps);

    int[] tenths = new int[40];
    for (double value : spread.array()) {
      tenths[(int) Math.floor((value + 0.5) * 10)]++;
    }
    assertThat(Arrays.stream(tenths).min().orElse(0)).isGreaterThan(60);
    for (int i = 0; i < 4000; i++) {
      assertThat(Math.rint(spread.at(i, 0))).isEqualTo(steps.at(i, 0));
    }
  }

  @Test
  void aGapBetweenGroupsStays() {
    Matrix groups = Matrix.zeros(100, 1).map((i, j, value) -> i % 5 + (i < 50 ? 0 : 20));

    double[] spread = spread(NUMBER, groups).array();

    assertThat(Arrays.stream(spread).noneMatch(value -> value > 5.5 && value < 18.5)).isTrue();
  }

  @Test
  void aLevelStaysTheNearestCorner() {
    FeatureLayout levels =
        new FeatureLayout(
            IntVector.of(3),
            Vector.of(0, 0, 0),
            Vector.of(1, 1, 1),
            Vector.of(0, 0, 0),
            Vector.of(1),
            false);
    Matrix records = Matrix.zeros(300, 3).map((i, j, value) -> i % 3 == j ? 1 : 0);

    Matrix spread = spread(levels, records);

    for (int i = 0; i < 300; i++) {
      double[] row = spread.row(i);
      assertThat(Arrays.stream(row).sum()).isBetween(1 - 1e-9, 1 + 1e-9);
      assertThat(row[i % 3]).isEqualTo(Arrays.stream(row).max().orElseThrow());
    }
  }

  @Test
  void whatWasFilledInStaysAsItIs() {
    Matrix filled = Matrix.zeros(10, 1).map((i, j, value) -> i == 3 ? 0.37 : i % 2);
    Matrix known = filled.map((i, j, value) -> i == 3 ? Double.NaN : value);

    assertThat(new SpreadValues(NUMBER, known).of(filled, new Seed(1)).at(3, 0)).isEqualTo(0.37);
  }
}
