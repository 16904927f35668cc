package io.coterie.privacy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Seed;
import io.coterie.privacy.DrawnLaw;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.PrivacyVectors;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscreteLaplaceTest {
  private static final int DRAWS = 300_000;

  @ParameterizedTest
  @CsvSource({"1,2", "1,1", "7,3", "10,1", "1000003,100000"})
  void drawsFollowTheLawAndAScaleOffByFivePercentIsFound(long numerator, long denominator) {
    DiscreteLaplace law = new DiscreteLaplace(new Fraction(numerator, denominator));
    double scale = (double) numerator / denominator;
    DrawnLaw drawn = DrawnLaw.of(DRAWS, 1, law::sample);

    // A correct sampler fails for 1 seed in 10⁶.
    assertThat(drawn.chiSquare(k -> DrawnLaw.laplace(k, scale))).isLessThan(1);
    assertThat(drawn.chiSquare(k -> DrawnLaw.laplace(k, scale * 1.05))).isGreaterThan(1);
    assertThat(drawn.chiSquare(k -> DrawnLaw.laplace(k, scale / 1.05))).isGreaterThan(1);
  }

  @Test
  void probabilitiesAreThoseOfTheReference() {
    DrawnLaw drawn = DrawnLaw.of(DRAWS, 2, new DiscreteLaplace(Fraction.of(1))::sample);
    Map<Double, Double> reference = PrivacyVectors.of("discrete-laplace-probability");
    assertThat(reference).hasSize(4);
    reference.forEach(
        (k, p) -> {
          // Five standard errors: false alarm below 3 seeds in 10⁶ for the four.
          long seen = Arrays.stream(drawn.draws()).filter(x -> x == k).count();
          assertThat(seen / (double) DRAWS)
              .isCloseTo(p, within(5 * Math.sqrt(p * (1 - p) / DRAWS)));
        });
  }

  @Test
  void varianceIsThatOfTheReference() {
    Map<Double, Double> reference = PrivacyVectors.of("discrete-laplace-variance");
    assertThat(reference).hasSize(4);
    reference.forEach(
        (epsilon, variance) -> {
          Fraction loss = Fraction.ofDecimal(epsilon.toString());
          DiscreteLaplace law =
              new DiscreteLaplace(new Fraction(loss.denominator(), loss.numerator()));
          assertThat(law.variance()).isCloseTo(variance, within(1e-11 * variance));
          // A mean of squares has standard error below √(m₄/n), and m₄ = v + 6v². Five of them:
          // false alarm below 1 seed in 10⁶ each.
          double error = 5 * Math.sqrt((variance + 6 * variance * variance) / DRAWS);
          DrawnLaw drawn = DrawnLaw.of(DRAWS, 3, law::sample);
          assertThat(drawn.meanSquare()).isCloseTo(variance, within(error));
          assertThat(drawn.mean()).isCloseTo(0, within(5 * Math.sqrt(variance / DRAWS)));
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 30, 1L << 53})
  void largeScalesHaveTheirVariance(long scale) {
    DrawnLaw drawn = DrawnLaw.of(50_000, 4, new DiscreteLaplace(Fraction.of(scale))::sample);
    // As for the continuous law: 2b², standard error b² √(20/n).
    assertThat(drawn.meanSquare() / scale / scale)
        .isCloseTo(2, within(5 * Math.sqrt(20.0 / 50_000)));
  }

  @Test
  void secureNoiseFollowsTheLawToo() {
    NoiseSource source = NoiseSource.secure();
    DiscreteLaplace law = new DiscreteLaplace(Fraction.of(3));
    DrawnLaw drawn = DrawnLaw.of(DRAWS, 0, ignored -> law.sample(source));
    // 1 run in 10⁶ fails, here for every run, as it cannot be repeated.
    assertThat(drawn.chiSquare(k -> DrawnLaw.laplace(k, 3))).isLessThan(1);
  }

  @Test
  void aSeedRepeatsItsDraws() {
    DiscreteLaplace law = new DiscreteLaplace(new Fraction(5, 2));
    assertThat(DrawnLaw.of(100, 5, law::sample).draws())
        .isEqualTo(DrawnLaw.of(100, 5, law::sample).draws())
        .isNotEqualTo(DrawnLaw.of(100, 6, law::sample).draws());
  }

  @Test
  void aScaleThatIsTooLargeIsRefused() {
    Fraction scale = Fraction.of((1L << 53) + 1);
    assertThatIllegalArgumentException().isThrownBy(() -> new DiscreteLaplace(scale));
    assertThat(new DiscreteLaplace(Fraction.of(2)).sample(NoiseSource.repeatable(new Seed(1))))
        .isBetween(-1024L, 1024L);
  }
}
