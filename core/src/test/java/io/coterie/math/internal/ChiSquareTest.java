package io.coterie.math.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChiSquareTest {
  /** With two degrees it is exponential: −2 ln p. The others are from tables. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 2, 1.3862943611198906",
    "0.001, 2, 13.815510557964274",
    "0.05, 1, 3.841458820694124",
    "0.01, 4, 13.276704135987622",
    "0.01, 30, 50.89218131151707",
    "0.99, 10, 2.5582121601872063",
    "0.01, 500, 576.4928",
  })
  void quantilesAreThoseOfTables(double probability, double degrees, double value) {
    assertThat(ChiSquare.exceededBy(probability, degrees)).isCloseTo(value, within(1e-4));
    assertThat(ChiSquare.above(value, degrees)).isCloseTo(probability, within(1e-6));
  }

  @Test
  void degreesNeedNotBeWhole() {
    double between = ChiSquare.exceededBy(0.01, 3.5);
    assertThat(between)
        .isGreaterThan(ChiSquare.exceededBy(0.01, 3))
        .isLessThan(ChiSquare.exceededBy(0.01, 4));
    assertThat(ChiSquare.above(0, 3)).isEqualTo(1);
  }

  @Test
  void whatIsNoProbabilityIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> ChiSquare.exceededBy(0, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> ChiSquare.exceededBy(1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> ChiSquare.exceededBy(0.5, 0.5));
  }
}
