package io.coterie.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GrowthBenchTest {
  @Test
  void findsTheExponentOfAPower() {
    double[] sizes = {10, 30, 100, 1000};
    double[] costs = new double[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      costs[i] = 7 * Math.pow(sizes[i], 1.3);
    }
    assertThat(GrowthBench.exponent(sizes, costs).orElseThrow()).isCloseTo(1.3, within(1e-12));
  }

  @Test
  void fitsAllPointsAndNotTheEndsAlone() {
    // Of the logs (0, 0), (1, 0), (2, 3): slope 3/2.
    double[] sizes = {1, Math.E, Math.exp(2)};
    double[] costs = {1, 1, Math.exp(3)};
    assertThat(GrowthBench.exponent(sizes, costs).orElseThrow()).isCloseTo(1.5, within(1e-12));
  }

  @Test
  void oneSizeHasNoExponent() {
    assertThat(GrowthBench.exponent(new double[] {5}, new double[] {1})).isEmpty();
    assertThat(GrowthBench.exponent(new double[] {5, 5}, new double[] {1, 2})).isEmpty();
  }
}
