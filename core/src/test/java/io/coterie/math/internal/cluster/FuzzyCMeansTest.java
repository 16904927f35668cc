package io.coterie.math.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FuzzyCMeansTest {
  private static final Parallel ALONE = Parallel.sequential();

  @Test
  void sumsAreThoseOfAHandComputation() {
    // m = 2, x = 1 between 0 and 3: D = 1, 4, so u = 1/(1 + 1/4) = 0.8 and 0.2, squared 0.64, 0.04.
    // x = 3 lies on the second center and belongs to it alone.
    FuzzyCMeans.Sums sums = new FuzzyCMeans(line(0, 3), 2).sums(line(1, 3), ALONE);

    assertThat(sums.masses().at(0)).isCloseTo(0.64, within(1e-15));
    assertThat(sums.masses().at(1)).isCloseTo(1.04, within(1e-15));
    assertThat(sums.sums().at(0, 0)).isCloseTo(0.64, within(1e-15));
    assertThat(sums.sums().at(1, 0)).isCloseTo(3.04, within(1e-15));
  }

  @Test
  void anotherFuzzifierChangesTheExponents() {
    // m = 3: u ∝ D^(-1/2) = 1, 1/2, so u = 2/3, 1/3 and u³ = 8/27, 1/27.
    FuzzyCMeans.Sums sums = new FuzzyCMeans(line(0, 3), 3).sums(line(1), ALONE);

    assertThat(sums.masses().at(0)).isCloseTo(8 / 27.0, within(1e-15));
    assertThat(sums.masses().at(1)).isCloseTo(1 / 27.0, within(1e-15));
  }

  @Test
  void aPointOnTwoCentersBelongsToBothInEqualParts() {
    FuzzyCMeans.Sums sums = new FuzzyCMeans(line(5, 1, 5), 2).sums(line(5), ALONE);

    assertThat(sums.masses().toArray()).containsExactly(0.25, 0, 0.25);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-150, 1, 1e150})
  void neitherTinyNorHugeDistancesVanish(double unit) {
    // D^(-1/(m-1)) itself would be 1e-30000 and worse at m = 1.01.
    double[] weights = new double[2];
    new FuzzyCMeans(line(0, 2.1 * unit), 1.01).weigh(line(unit), 0, weights);

    // u_2/u_1 = 1.21^(-100) = 5.3e-9.
    assertThat(weights[0]).isCloseTo(1, within(1e-7));
    assertThat(weights[1]).isCloseTo(Math.pow(1.21, -101), within(1e-11));
  }

  @Test
  void centersMoveToTheWeightedMeansAndStayWithoutMass() {
    FuzzyCMeans.Sums total =
        new FuzzyCMeans.Sums(Vector.of(2, 0), Matrix.over(2, 1, new double[] {5, 0}));

    assertThat(new FuzzyCMeans(line(1, 7), 2).moved(total).array()).containsExactly(2.5, 7);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aFuzzifierMustBeAboveOne(double fuzzifier) {
    assertThatThrownBy(() -> new FuzzyCMeans(line(1), fuzzifier))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("above 1");
  }

  private static Matrix line(double... values) {
    return Matrix.over(values.length, 1, values);
  }
}
