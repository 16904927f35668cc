package io.coterie.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.ChiSquare;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutlierRuleTest {
  private static Matrix unit(int d) {
    return Matrix.zeros(d, d).map((i, j, zero) -> i == j ? 1 : 0);
  }

  @Test
  void ofIndependentColumnsItIsChiSquare() {
    OutlierRule rule = OutlierRule.ofSpread(unit(7)).orElseThrow();
    assertThat(rule.degrees()).isEqualTo(7);
    assertThat(rule.limit(0)).isCloseTo(ChiSquare.exceededBy(0.01, 7), within(1e-6));
    assertThat(rule.limit(3)).as("one for all").isEqualTo(rule.limit(0));
  }

  /** Columns that are all the same are one column, as many times. */
  @Test
  void columnsThatMoveTogetherHaveFewerDegrees() {
    OutlierRule rule = OutlierRule.ofSpread(unit(5).map((i, j, one) -> 1)).orElseThrow();
    assertThat(rule.degrees()).isEqualTo(1);
    assertThat(rule.limit(0)).isCloseTo(5 * ChiSquare.exceededBy(0.01, 1), within(1e-6));
  }

  /** Half of the records have a hundred times the variance: nearly all that is far is theirs. */
  @Test
  void partsOfManySizesHaveTheirShareTogether() {
    OutlierRule rule =
        OutlierRule.ofSpread(
                unit(3).map((i, j, one) -> 50.5 * one), Vector.of(30, 30), Vector.of(2, 200))
            .orElseThrow();
    assertThat(rule.limit(0)).isCloseTo(100 * ChiSquare.exceededBy(0.02, 3), within(1e-4));
    Random random = new Random(1);
    int above = 0;
    for (int i = 0; i < 40_000; i++) {
      double squares = 0;
      for (int j = 0; j < 3; j++) {
        double value = random.nextGaussian() * (i % 2 == 0 ? 1 : 10);
        squares += value * value;
      }
      above += squares > rule.limit(0) ? 1 : 0;
    }
    assertThat(above).isBetween(340, 460);
  }

  @Test
  void fewerNumbersHaveALowerLimit() {
    OutlierRule rule = OutlierRule.ofNumbers(0.01, 4, 2);
    assertThat(rule.factor(4)).isEqualTo(1);
    assertThat(rule.factor(1) * rule.limit(1))
        .isCloseTo(ChiSquare.exceededBy(0.01, 1), within(1e-9));
  }

  @Test
  void withoutSpreadThereIsNone() {
    assertThat(OutlierRule.ofSpread(Matrix.zeros(3, 3))).isEmpty();
    assertThat(OutlierRule.ofSpread(Matrix.zeros(0, 0))).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> new OutlierRule(1.5, Vector.of(1), 1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OutlierRule(0.01, Vector.of(-1), 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new OutlierRule(0.01, Vector.of(), 1, 1));
  }
}
