package io.coterie.privacy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Seed;
import io.coterie.privacy.NoiseSource;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class LaplaceMechanismTest {
  private static final int DRAWS = 200_000;

  @Test
  void noiseHasTheMeanAndVarianceOfTheLaplaceDistribution() {
    double scale = 3.7;
    double[] noise = noise(NoiseSource.repeatable(new Seed(1)), 0, scale);

    // Var = 2b², and the sample variance has standard error b² sqrt(20 / n) (fourth moment 24 b⁴);
    // the mean's is b sqrt(2 / n). Five standard errors each: a correct mechanism fails for fewer
    // than 2 seeds in 10⁶, and one whose scale is off by 3 % fails for nearly all.
    assertThat(DoubleStream.of(noise).map(x -> x * x).average().orElseThrow())
        .isCloseTo(2 * scale * scale, within(5 * scale * scale * Math.sqrt(20.0 / DRAWS)));
    assertThat(DoubleStream.of(noise).average().orElseThrow())
        .isCloseTo(0, within(5 * scale * Math.sqrt(2.0 / DRAWS)));
  }

  @Test
  void noiseHasTheTailsOfTheLaplaceDistribution() {
    // P(X > t b) = e^-t / 2. A share p of n draws has standard error sqrt(p (1 − p) / n); five of
    // them on ten bounds: false alarm below 1 seed in 10⁵.
    double[] noise = noise(NoiseSource.repeatable(new Seed(2)), 0, 0.25);
    for (double t : new double[] {0, 0.5, 1, 2, 4}) {
      double p = Math.exp(-t) / 2;
      double error = 5 * Math.sqrt(p * (1 - p) / DRAWS);
      assertThat(DoubleStream.of(noise).filter(x -> x > 0.25 * t).count() / (double) DRAWS)
          .isCloseTo(p, within(error));
      assertThat(DoubleStream.of(noise).filter(x -> x < -0.25 * t).count() / (double) DRAWS)
          .isCloseTo(p, within(error));
    }
  }

  @Test
  void secureNoiseHasTheSameVariance() {
    // As above: false alarm below 1 run in 10⁶, here for every run, as it cannot be repeated.
    double[] noise = noise(NoiseSource.secure(), 0, 1);
    assertThat(DoubleStream.of(noise).map(x -> x * x).average().orElseThrow())
        .isCloseTo(2, within(5 * Math.sqrt(20.0 / DRAWS)));
  }

  @Test
  void theExactValueIsTheCenter() {
    double[] released = noise(NoiseSource.repeatable(new Seed(3)), 1000, 2);
    assertThat(DoubleStream.of(released).average().orElseThrow())
        .isCloseTo(1000, within(5 * 2 * Math.sqrt(2.0 / DRAWS)));
  }

  @Test
  void everyReleaseLiesOnTheGrid() {
    // b = 3 lies in [2, 4): the grid is 2^(1 − 40). π is not on it, but every release is.
    LaplaceMechanism mechanism = new LaplaceMechanism(NoiseSource.repeatable(new Seed(4)));
    double grid = 0x1.0p-39;
    assertThat(Math.IEEEremainder(Math.PI, grid)).isNotZero();
    for (int i = 0; i < 10_000; i++) {
      assertThat(Math.IEEEremainder(mechanism.release(Math.PI, 3), grid)).isZero();
    }
  }

  @Test
  void aSeedRepeatsItsNoise() {
    assertThat(noise(NoiseSource.repeatable(new Seed(5)), 1, 1))
        .isEqualTo(noise(NoiseSource.repeatable(new Seed(5)), 1, 1));
    assertThat(noise(NoiseSource.repeatable(new Seed(5)), 1, 1))
        .isNotEqualTo(noise(NoiseSource.repeatable(new Seed(6)), 1, 1));
  }

  @Test
  void secureNoiseIsNeverRepeated() {
    assertThat(noise(NoiseSource.secure(), 0, 1)).isNotEqualTo(noise(NoiseSource.secure(), 0, 1));
  }

  @Test
  void aScaleThatIsNoScaleIsRefused() {
    LaplaceMechanism mechanism = new LaplaceMechanism(NoiseSource.repeatable(new Seed(1)));
    for (double scale : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException().isThrownBy(() -> mechanism.release(1, scale));
    }
  }

  private static double[] noise(NoiseSource source, double exact, double scale) {
    LaplaceMechanism mechanism = new LaplaceMechanism(source);
    double[] released = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      released[i] = mechanism.release(exact, scale);
    }
    return released;
  }
}
