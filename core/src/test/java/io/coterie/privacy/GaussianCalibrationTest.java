package io.coterie.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GaussianCalibrationTest {
  @Test
  void sigmaIsThatOfTheReference() {
    Map<Double, Double> reference = PrivacyVectors.of("analytic-sigma-1e-5");
    assertThat(reference).hasSize(5);
    reference.forEach(
        (epsilon, sigma) ->
            assertThat(GaussianCalibration.sigma(epsilon, 1e-5))
                .isCloseTo(sigma, within(1e-9 * sigma)));
  }

  @Test
  void millsRatioIsThatOfTables() {
    // √(π/2) at 0; the others from 4000 terms of the continued fraction in 40 decimal digits.
    assertThat(GaussianCalibration.mills(0)).isCloseTo(1.2533141373155003, within(1e-15));
    assertThat(GaussianCalibration.mills(1)).isCloseTo(0.6556795424187984, within(1e-14));
    assertThat(GaussianCalibration.mills(3)).isCloseTo(0.3045902987101033, within(1e-15));
    assertThat(GaussianCalibration.mills(1e9)).isCloseTo(1e-9, within(1e-20));
    // Series and continued fraction meet.
    assertThat(GaussianCalibration.mills(Math.nextDown(2.0)))
        .isCloseTo(GaussianCalibration.mills(2), within(1e-14));
  }

  @ParameterizedTest
  @CsvSource({"0.001,1e-6", "0.1,1e-15", "1,1e-30", "1,1e-100", "50,1e-9", "1000,1e-9", "1,0.5"})
  void sigmaHoldsDeltaAndLittleLessDoesNot(double epsilon, double delta) {
    double sigma = GaussianCalibration.sigma(epsilon, delta);
    assertThat(GaussianCalibration.delta(sigma, epsilon)).isLessThanOrEqualTo(delta);
    assertThat(GaussianCalibration.delta(sigma * (1 - 1e-6), epsilon)).isGreaterThan(delta);
  }

  @Test
  void withoutEpsilonDeltaIsTheDistanceOfTwoNormalLaws() {
    // 2Φ(1/(2σ)) − 1 = 1/(σ√(2π)) for large σ.
    double sigma = 1 / (1e-10 * Math.sqrt(2 * Math.PI));
    assertThat(GaussianCalibration.sigma(1e-300, 1e-10)).isCloseTo(sigma, within(1e-9 * sigma));
  }

  @Test
  void expansionAndDifferenceMeet() {
    for (double epsilon : new double[] {1e-6, 1e-3, 3e-3, 0.01}) {
      double expanded = GaussianCalibration.delta(Math.nextUp(1000.0), epsilon);
      double plain = GaussianCalibration.delta(1000, epsilon);
      assertThat(expanded).isCloseTo(plain, within(1e-10 * plain));
    }
  }

  @Test
  void oneReleaseNeedsLessNoiseThanItsRhoSays() {
    for (double epsilon : new double[] {0.1, 1, 5, 10}) {
      double byRho = Math.sqrt(0.5 / ZeroConcentrated.rho(epsilon, 1e-6));
      assertThat(GaussianCalibration.sigma(epsilon, 1e-6)).isBetween(byRho * 0.85, byRho);
    }
  }

  @ParameterizedTest
  @CsvSource({"0,1e-6", "NaN,1e-6", "Infinity,1e-6", "1,0", "1,1", "1,NaN"})
  void whatIsNoBudgetIsRefused(double epsilon, double delta) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GaussianCalibration.sigma(epsilon, delta));
  }
}
