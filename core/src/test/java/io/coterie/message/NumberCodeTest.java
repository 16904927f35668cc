package io.coterie.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Seed;
import io.coterie.message.NumberCode.Form;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NumberCodeTest {
  private static final SplittableRandom RANDOM = new Seed(8).random();

  @Test
  void theShortestFormThatLosesNothingIsChosen() {
    assertThat(NumberCode.of(new double[] {0.1, 1})).isEqualTo(code(Form.DOUBLES, 0, 16));
    assertThat(NumberCode.of(new double[] {0.1f, 1e30f})).isEqualTo(code(Form.FLOATS, 0, 8));
    assertThat(NumberCode.of(new double[] {3, -4, 0})).isEqualTo(code(Form.MULTIPLES, 0, 3));
    assertThat(NumberCode.of(new double[] {0.75, -64})).isEqualTo(code(Form.MULTIPLES, -2, 3));
    assertThat(NumberCode.of(new double[] {}).bytes()).isZero();
  }

  @Test
  void aZeroWithASignAndTheExtremesKeepTheirBits() {
    assertThat(NumberCode.of(new double[] {-0.0, 1}).form()).isEqualTo(Form.FLOATS);
    assertThat(NumberCode.of(new double[] {Double.MIN_VALUE, 1}).form()).isEqualTo(Form.DOUBLES);
    assertThat(NumberCode.of(new double[] {Double.MIN_VALUE}))
        .isEqualTo(code(Form.MULTIPLES, -1074, 1));
    assertThat(NumberCode.of(new double[] {Double.NaN}).form()).isEqualTo(Form.DOUBLES);
  }

  @Test
  void multiplesComeBackToTheBit() {
    for (int trial = 0; trial < 500; trial++) {
      int exponent = RANDOM.nextInt(-1074, 960);
      double[] values = new double[RANDOM.nextInt(1, 9)];
      for (int i = 0; i < values.length; i++) {
        values[i] = Math.scalb((double) RANDOM.nextInt(), exponent);
      }
      NumberCode code = NumberCode.of(values);
      assertThat(code.form()).isNotEqualTo(Form.DOUBLES);
      for (double value : values) {
        double back =
            code.form() == Form.FLOATS
                ? (float) value
                : Math.scalb((double) code.multiple(value), code.exponent());
        assertThat(back).isEqualTo(value);
      }
    }
  }

  private static NumberCode code(Form form, int exponent, long bytes) {
    return new NumberCode(form, exponent, bytes);
  }
}
