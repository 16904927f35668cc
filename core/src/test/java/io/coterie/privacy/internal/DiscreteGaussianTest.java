package io.coterie.privacy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Seed;
import io.coterie.privacy.DrawnLaw;
import io.coterie.privacy.NoiseSource;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscreteGaussianTest {
  private static final int DRAWS = 200_000;

  @ParameterizedTest
  @CsvSource({"1,4", "1,1", "5,2", "100,7", "400,1", "9,4", "2000,3"})
  void drawsFollowTheLawAndASigmaOffByFivePercentIsFound(long numerator, long denominator) {
    DiscreteGaussian law = new DiscreteGaussian(new Fraction(numerator, denominator));
    double variance = (double) numerator / denominator;
    DrawnLaw drawn = DrawnLaw.of(DRAWS, 1, law::sample);

    // A correct sampler fails for 1 seed in 10⁶.
    assertThat(drawn.chiSquare(DrawnLaw.gaussian(variance))).isLessThan(1);
    assertThat(drawn.chiSquare(DrawnLaw.gaussian(variance * 1.1025))).isGreaterThan(1);
    assertThat(drawn.chiSquare(DrawnLaw.gaussian(variance / 1.1025))).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 2, 37.5})
  void aRoundedVarianceGivesTheLawOfTheAskedOne(double variance) {
    DrawnLaw drawn = DrawnLaw.of(DRAWS, 2, DiscreteGaussian.atLeast(variance)::sample);
    assertThat(drawn.chiSquare(DrawnLaw.gaussian(variance))).isLessThan(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e5, 1.23456e9, 1e12, 1e16, 0x1.0p60, 1.7e20, 0x1.0p84})
  void wideLawsAreNormal(double variance) {
    double sigma = Math.sqrt(variance);
    DrawnLaw drawn = DrawnLaw.of(DRAWS, 3, DiscreteGaussian.atLeast(variance)::sample);

    // Kolmogorov's distance: 1 seed in 10⁶ fails. The mean of squares has standard error σ² √(2/n).
    assertThat(drawn.distanceToNormal(sigma)).isLessThan(1);
    assertThat(drawn.distanceToNormal(sigma * 1.05)).isGreaterThan(1);
    assertThat(drawn.distanceToNormal(sigma / 1.05)).isGreaterThan(1);
    assertThat(drawn.meanSquare() / variance).isCloseTo(1, within(5 * Math.sqrt(2.0 / DRAWS)));
  }

  @Test
  void aVarianceThatNeedsBigIntegersIsNormalToo() {
    Fraction variance = new Fraction(12_345_678_901_234_567L, 1_048_573);
    DrawnLaw drawn = DrawnLaw.of(50_000, 4, new DiscreteGaussian(variance)::sample);
    assertThat(drawn.distanceToNormal(Math.sqrt(variance.toDouble()))).isLessThan(1);
    assertThat(drawn.meanSquare() / variance.toDouble())
        .isCloseTo(1, within(5 * Math.sqrt(2.0 / 50_000)));
  }

  @ParameterizedTest
  @CsvSource({"1,3", "2,1", "201,2", "1000000,1", "152399025,10000", "10000000000000000,1"})
  void bigIntegersGiveTheSameDrawsAsLongs(long numerator, long denominator) {
    Fraction variance = new Fraction(numerator, denominator);
    DiscreteGaussian narrow = new DiscreteGaussian(variance);
    DiscreteGaussian wide = new DiscreteGaussian(variance, false);
    assertThat(DrawnLaw.of(3000, 5, wide::sample).draws())
        .isEqualTo(DrawnLaw.of(3000, 5, narrow::sample).draws());
  }

  @Test
  void magnitudesBeyondLongArithmeticAreJudgedAlike() {
    // γ is 2 at the seam, where the square outgrows a long, and huge at the far end.
    Fraction variance = Fraction.of(1L << 60);
    DiscreteGaussian narrow = new DiscreteGaussian(variance);
    DiscreteGaussian wide = new DiscreteGaussian(variance, false);
    long seam = (1L << 31) + (1L << 30);
    NoiseSource first = NoiseSource.repeatable(new Seed(6));
    NoiseSource second = NoiseSource.repeatable(new Seed(6));
    for (long m : new long[] {0, 1, seam - 1, seam, seam + 1, 1L << 33, 1L << 40, 1L << 62}) {
      for (int i = 0; i < 200; i++) {
        assertThat(narrow.isKept(m, first)).isEqualTo(wide.isKept(m, second));
      }
    }
  }

  @Test
  void theVarianceIsRoundedUpAndByLittle() {
    SplittableRandom random = new Seed(7).random();
    for (int i = 0; i < 10_000; i++) {
      double variance = Math.scalb(1 + random.nextDouble(), random.nextInt(84));
      Fraction rounded = DiscreteGaussian.atLeast(variance).deviation();
      BigDecimal denominator = BigDecimal.valueOf(rounded.denominator());
      assertThat(BigDecimal.valueOf(rounded.numerator()).pow(2))
          .isGreaterThanOrEqualTo(new BigDecimal(variance).multiply(denominator.pow(2)));
      assertThat(rounded.toDouble()).isLessThan(Math.sqrt(variance) * (1 + 2e-6));
    }
    assertThat(DiscreteGaussian.atLeast(6.25).deviation()).isEqualTo(new Fraction(5, 2));
    assertThat(DiscreteGaussian.atLeast(1e16).deviation()).isEqualTo(Fraction.of(100_000_000));
    assertThat(DiscreteGaussian.atLeast(1e-30).deviation().toDouble()).isEqualTo(0x1.0p-20);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 2e25})
  void aVarianceThatIsNoneIsRefused(double variance) {
    assertThatIllegalArgumentException().isThrownBy(() -> DiscreteGaussian.atLeast(variance));
  }
}
