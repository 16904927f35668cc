package io.coterie.audit.internal.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.audit.PrivacyClaim;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of chances and of ε, against reference numbers from SciPy. */
class BoundsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 1000, 0.0, 0.003682083896865671",
    "1, 1000, 2.5317487491294045e-05, 0.005558924279826672",
    "500, 1000, 0.46854917297179216, 0.5314508270282079",
    "990, 1000, 0.9816867569448875, 0.9951944893089507",
    "1000, 1000, 0.9963179161031344, 1.0"
  })
  void chancesHaveTheLimitsOfClopperAndPearson(int v, int n, double lower, double upper) {
    Proportion proportion = new Proportion(v, n);

    assertThat(proportion.lower(0.025)).isCloseTo(lower, within(1e-10));
    assertThat(proportion.upper(0.025)).isCloseTo(upper, within(1e-10));
  }

  @ParameterizedTest
  @CsvSource({
    "50, 100, 0.0",
    "60, 100, 0.0519",
    "75, 100, 0.7022",
    "90, 100, 1.6308",
    "100, 100, 3.493",
    "300, 500, 0.2517",
    "500, 500, 5.1144"
  })
  void rightGuessesOfOneRunBoundEpsilon(int right, int guesses, double epsilon) {
    assertThat(new OneRun(guesses, guesses, right).epsilonLowerBound(0, 0.95))
        .isCloseTo(epsilon, within(6e-5));
  }

  @Test
  void deltaWeakensTheBoundOfOneRun() {
    OneRun run = new OneRun(1000, 100, 90);

    assertThat(run.epsilonLowerBound(1e-6, 0.95)).isBetween(1.5, 1.6308);
    assertThat(run.epsilonLowerBound(1e-3, 0.95)).isLessThan(run.epsilonLowerBound(1e-6, 0.95));
  }

  @Test
  void tailsAddUpToOne() {
    double sum = 0;
    for (int v = 0; v <= 30; v++) {
      sum += BinomialTail.exactly(v, 30, 0.3);
    }

    assertThat(sum).isCloseTo(1, within(1e-12));
    assertThat(BinomialTail.atLeast(7, 30, 0.3) - BinomialTail.atLeast(8, 30, 0.3))
        .isCloseTo(BinomialTail.exactly(7, 30, 0.3), within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"0.1, 0.525", "0.5, 0.6225", "1, 0.7311", "2, 0.8808", "5, 0.9933"})
  void membershipTestsHaveACeiling(double epsilon, double ceiling) {
    PrivacyClaim claim = new PrivacyClaim(new io.coterie.plan.Budget(epsilon, 1e-9), 1, 1);

    assertThat(claim.aucCeiling()).isCloseTo(ceiling, within(5e-5));
  }
}
