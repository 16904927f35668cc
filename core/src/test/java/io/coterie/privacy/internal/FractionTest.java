package io.coterie.privacy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.coterie.math.Seed;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FractionTest {
  @ParameterizedTest
  @CsvSource({"0.1,1,10", "2.50,5,2", "1e3,1000,1", "1E-18,1,1000000000000000000", "7,7,1"})
  void aDecimalIsTakenExactlyAndInLowestTerms(String decimal, long numerator, long denominator) {
    assertThat(Fraction.ofDecimal(decimal)).isEqualTo(new Fraction(numerator, denominator));
    assertThat(Fraction.ofDecimal(decimal).numerator()).isEqualTo(numerator);
  }

  @Test
  void roundingIsUpwardsAndSmall() {
    SplittableRandom random = new Seed(1).random();
    for (int i = 0; i < 10_000; i++) {
      double value = Math.scalb(1 + random.nextDouble(), random.nextInt(70) - 17);
      Fraction fraction = Fraction.atLeast(value);
      BigDecimal above = new BigDecimal(value).multiply(BigDecimal.valueOf(fraction.denominator()));
      assertThat(BigDecimal.valueOf(fraction.numerator())).isGreaterThanOrEqualTo(above);
      assertThat(fraction.toDouble()).isLessThan(value * (1 + 0x1.0p-22));
    }
    assertThat(Fraction.atLeast(0.5)).isEqualTo(new Fraction(1, 2));
    assertThat(Fraction.atLeast(1e-300).numerator()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e16})
  void whatIsNoScaleIsRefused(double value) {
    assertThatIllegalArgumentException().isThrownBy(() -> Fraction.atLeast(value));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Fraction.ofDecimal("-1"));
    assertThatIllegalArgumentException().isThrownBy(() -> Fraction.ofDecimal("1e-19"));
    assertThatIllegalArgumentException().isThrownBy(() -> new Fraction(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Fraction(1, -1));
  }
}
