package io.coterie.privacy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Seed;
import io.coterie.privacy.PrivacyVectors;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZeroConcentratedTest {
  @ParameterizedTest
  @ValueSource(strings = {"1e-5", "1e-6", "1e-8"})
  void rhoIsThatOfTheReference(String delta) {
    Map<Double, Double> reference = PrivacyVectors.of("rho-" + delta);
    assertThat(reference).hasSize(6);
    reference.forEach(
        (epsilon, rho) ->
            assertThat(ZeroConcentrated.rho(epsilon, Double.parseDouble(delta)))
                .isCloseTo(rho, within(1e-9 * rho)));
  }

  @Test
  void epsilonIsThatOfTheReference() {
    Map<Double, Double> reference = PrivacyVectors.of("epsilon-1e-5");
    assertThat(reference).hasSize(4);
    reference.forEach(
        (rho, epsilon) ->
            assertThat(ZeroConcentrated.epsilon(rho, 1e-5))
                .isCloseTo(epsilon, within(1e-9 * epsilon)));
  }

  @Test
  void noOrderGivesLessThanTheReturnedEpsilon() {
    SplittableRandom random = new Seed(1).random();
    for (int i = 0; i < 300; i++) {
      double rho = Math.pow(10, 8 * random.nextDouble() - 6);
      double delta = Math.pow(10, -1 - 14 * random.nextDouble());
      double best = Double.POSITIVE_INFINITY;
      for (double logOrder = -8; logOrder <= 16; logOrder += 0.001) {
        double alpha = 1 + Math.exp(logOrder);
        double bound =
            rho * alpha
                + (-Math.log(delta) - Math.log(alpha)) / (alpha - 1)
                + Math.log1p(-1 / alpha);
        best = Math.min(best, bound);
      }
      double epsilon = ZeroConcentrated.epsilon(rho, delta);
      assertThat(epsilon).isCloseTo(Math.max(0, best), within(1e-5 * Math.max(epsilon, 1e-6)));
      assertThat(epsilon).isLessThanOrEqualTo(rho + 2 * Math.sqrt(rho * -Math.log(delta)));
    }
  }

  @Test
  void rhoAndEpsilonUndoEachOtherOnTheSafeSide() {
    SplittableRandom random = new Seed(2).random();
    for (int i = 0; i < 500; i++) {
      double epsilon = Math.pow(10, 4 * random.nextDouble() - 2);
      double delta = Math.pow(10, -4 - 10 * random.nextDouble());
      double rho = ZeroConcentrated.rho(epsilon, delta);
      assertThat(ZeroConcentrated.epsilon(rho, delta))
          .isLessThanOrEqualTo(epsilon)
          .isCloseTo(epsilon, within(1e-9 * epsilon));
    }
  }

  @Test
  void epsilonGrowsWithRhoAndFallsWithDelta() {
    double last = 0;
    for (double rho = 1e-4; rho < 100; rho *= 1.1) {
      double epsilon = ZeroConcentrated.epsilon(rho, 1e-6);
      assertThat(epsilon).isGreaterThan(last);
      assertThat(epsilon).isLessThan(ZeroConcentrated.epsilon(rho, 1e-7));
      last = epsilon;
    }
    assertThat(ZeroConcentrated.epsilon(0, 1e-6)).isZero();
    assertThat(ZeroConcentrated.epsilon(1e-300, 1e-6)).isZero();
    assertThat(ZeroConcentrated.epsilon(Double.MIN_VALUE, Double.MIN_VALUE)).isBetween(0.0, 1e-150);
    assertThat(ZeroConcentrated.epsilon(Double.MAX_VALUE, Math.nextDown(1.0))).isPositive();
    assertThat(ZeroConcentrated.epsilon(1e300, 1e-300)).isBetween(1e300, 1.01e300);
  }

  @ParameterizedTest
  @CsvSource({"0,1e-6", "-1,1e-6", "NaN,1e-6", "Infinity,1e-6", "1,0", "1,1", "1,NaN", "1,-0.1"})
  void whatIsNoBudgetIsRefused(double epsilon, double delta) {
    assertThatIllegalArgumentException().isThrownBy(() -> ZeroConcentrated.rho(epsilon, delta));
  }

  @ParameterizedTest
  @CsvSource({"-1,1e-6", "NaN,1e-6", "1,0", "1,1", "0,NaN"})
  void whatIsNoRhoIsRefused(double rho, double delta) {
    assertThatIllegalArgumentException().isThrownBy(() -> ZeroConcentrated.epsilon(rho, delta));
  }
}
