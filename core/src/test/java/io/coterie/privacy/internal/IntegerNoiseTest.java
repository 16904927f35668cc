package io.coterie.privacy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.LongVector;
import io.coterie.math.Seed;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.PrivacyLoss;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The noise of a release, whole and in shares, has the variance that its cost was computed from.
 */
class IntegerNoiseTest {
  private static final int ENTRIES = 40_000;

  /** Returns the sum over sites of noise on zeros. */
  private static long[] noise(Mechanism mechanism, int shares, int pairedFrom) {
    NoisyBlock block =
        new NoisyBlock("zeros", LongVector.of(new long[ENTRIES]), pairedFrom, mechanism);
    LongVector total = LongVector.of(new long[ENTRIES]);
    for (int site = 0; site < shares; site++) {
      NoiseSource source = NoiseSource.repeatable(new Seed(3).child(site));
      total = total.plus(new IntegerNoise(source, shares).release(block));
    }
    return total.toArray();
  }

  private static double variance(long[] values, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += (double) values[i] * values[i];
    }
    return sum / (to - from);
  }

  @ParameterizedTest
  @CsvSource({"1, 1024", "5, 1024", "1, 32768", "10, 32768"})
  void gaussianSharesAddUpToTheStatedVariance(int shares, long sensitivity) {
    double rho = 0.01;
    long[] total = noise(Mechanism.of(sensitivity, new PrivacyLoss(rho, 0)), shares, ENTRIES / 2);
    double stated = (double) sensitivity * sensitivity / (2 * rho);
    // 20,000 squares: the mean is within 5 % but once in 10⁶, where the law has kurtosis 3.
    assertThat(variance(total, 0, ENTRIES / 2) / stated).isCloseTo(1, within(0.05));
    assertThat(variance(total, ENTRIES / 2, ENTRIES) / stated)
        .as("paired entries have half of it")
        .isCloseTo(0.5, within(0.025));
  }

  @ParameterizedTest
  @CsvSource({"1", "5", "10"})
  void laplaceSharesAddUpToTheStatedVariance(int shares) {
    double epsilon = 0.5;
    long[] total = noise(Mechanism.of(1, new PrivacyLoss(0, epsilon)), shares, ENTRIES);
    double q = Math.exp(-epsilon);
    double stated = 2 * q / ((1 - q) * (1 - q));
    // 40,000 squares of a law with kurtosis 6: within 5.6 % but once in 10⁶.
    assertThat(variance(total, 0, ENTRIES) / stated).isCloseTo(1, within(0.056));
  }
}
