package io.coterie.privacy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.privacy.NoiseSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoisyLloydTest {
  @ParameterizedTest
  @CsvSource({"1,2,1", "1,7,4", "0.3,5,10", "2,3,64", "8,7,784"})
  void whatAllRoundsSpendIsTheBudget(double epsilon, int rounds, int dimension) {
    NoisyLloyd noise = new NoisyLloyd(epsilon, rounds, dimension, 10);

    double spent = 0;
    for (int t = 0; t < rounds; t++) {
      // What a release costs is its sensitivity over its scale, however the scale was come by.
      spent += 1 / noise.countScale();
      spent += Math.sqrt(dimension) * noise.radius(t) / noise.sumScale(t);
    }

    assertThat(spent).isCloseTo(epsilon, within(1e-13 * epsilon));
    assertThat(rounds * (noise.countEpsilon() + dimension * noise.coordinateEpsilon()))
        .isCloseTo(epsilon, within(1e-13 * epsilon));
  }

  @ParameterizedTest
  @CsvSource({"1,0.587230", "10,1.265149", "64,2.348921"})
  void countsGetTheirShareAndNotThatOfADimension(int dimension, double ratio) {
    // (4 d 0.225²)^⅓ by hand; shares the other way round would spend too much from d = 5 on.
    NoisyLloyd noise = new NoisyLloyd(1, 4, dimension, 3);

    assertThat(noise.countEpsilon() / noise.coordinateEpsilon()).isCloseTo(ratio, within(1e-6));
  }

  @Test
  void radiusAndScalesAreThoseOfAHandComputation() {
    // d = 4, C = 16: η_0 = 2, then 0.8 · 2 / 16^¼ = 0.8. (4 · 4 · 0.050625)^⅓ = 0.81^⅓.
    NoisyLloyd noise = new NoisyLloyd(2, 5, 4, 16);
    double share = 2.0 / 5 / (4 + Math.cbrt(0.81));

    assertThat(noise.radius(0)).isEqualTo(2);
    assertThat(noise.radius(1)).isCloseTo(0.8, within(1e-15));
    assertThat(noise.countScale()).isCloseTo(1 / (Math.cbrt(0.81) * share), within(1e-12));
    assertThat(noise.sumScale(0)).isCloseTo(1 / share, within(1e-12));
    assertThat(noise.sumScale(3)).isCloseTo(0.4 / share, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"1,1000,1,2", "3,1000,1,5", "6,1000,1,7", "6,1000,4,5", "0.001,10,1,2"})
  void roundsGrowWithTheBudgetFromTwoToSeven(
      double epsilon, double records, int sites, int rounds) {
    // d = 2, C = 3: ε_m = √(500 · 27 · (2 + 0.405^⅓)³) / 1000 = 0.527 for one site.
    assertThat(NoisyLloyd.of(epsilon, new NoisyLloyd.Study(records, sites, 2, 3)).rounds())
        .isEqualTo(rounds);
  }

  @Test
  void noiseHasTheStatedScale() {
    int draws = 100_000;
    NoisyLloyd noise = new NoisyLloyd(1, 2, 5, 4);
    LaplaceMechanism laplace = new LaplaceMechanism(NoiseSource.repeatable(new Seed(4)));

    double counts = meanSquare(noise.releaseCounts(new double[draws], laplace).toArray());
    double sums = meanSquare(noise.releaseSums(1, Matrix.zeros(draws, 1), laplace).array());

    // Var = 2b², and the sample variance has standard error b²·√(20/n). Five of them: a correct
    // mechanism fails for fewer than 1 seed in 10⁶.
    assertThat(counts / square(noise.countScale()))
        .isCloseTo(2, within(5 * Math.sqrt(20.0 / draws)));
    assertThat(sums / square(noise.sumScale(1))).isCloseTo(2, within(5 * Math.sqrt(20.0 / draws)));
  }

  @ParameterizedTest
  @CsvSource({"0,2,3,4", "NaN,2,3,4", "Infinity,2,3,4", "1,0,3,4", "1,2,0,4", "1,2,3,0"})
  void aBudgetThatIsNoneIsRefused(double epsilon, int rounds, int dimension, int clusters) {
    assertThatThrownBy(() -> new NoisyLloyd(epsilon, rounds, dimension, clusters))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static double meanSquare(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum / values.length;
  }

  private static double square(double value) {
    return value * value;
  }
}
