package io.coterie.method.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ValleyTest {
  /** Returns counts by bin of a density along an axis. */
  private static long[] profile(DoubleUnaryOperator density) {
    long[] bins = new long[Valley.BINS];
    for (int i = 0; i < bins.length; i++) {
      bins[i] = Math.round(density.applyAsDouble(-2 + (i + 0.5) * 4 / bins.length));
    }
    return bins;
  }

  private static double peak(double t) {
    return Math.exp(-t * t / 2);
  }

  @Test
  void twoPeaksHaveAValleyAndOneHasNone() {
    long[] two = profile(t -> 40 * (peak(4 * (t - 1)) + peak(4 * (t + 1))));
    long[] one = profile(t -> 40 * peak(1.5 * t));

    assertThat(Valley.of(two, two, 1).depth()).isLessThan(0.05);
    assertThat(Valley.of(two, two, 1).score()).isGreaterThan(8);
    assertThat(Valley.of(one, one, 1).depth()).isGreaterThan(1);
    assertThat(Valley.of(one, one, 1).score()).isNegative();
  }

  @Test
  void whatIsEvenHasNoValley() {
    long[] even = profile(t -> 40);

    assertThat(Valley.of(even, even, 1).depth()).isEqualTo(1);
    assertThat(Valley.of(even, even, 1).score()).isZero();
  }

  @Test
  void placesComeFromTheFirstHalfOnly() {
    long[] even = profile(t -> 40);
    long[] valley = profile(t -> Math.abs(t - 0.4) < 0.25 ? 0 : 40);
    long[] elsewhere = profile(t -> Math.abs(t + 0.4) < 0.25 ? 0 : 40);

    assertThat(Valley.of(valley, valley, 1).depth()).isLessThan(0.3);
    assertThat(Valley.of(valley, even, 1).score()).isZero();
    assertThat(Valley.of(elsewhere, valley, 1).depth()).isGreaterThan(0.9);
  }

  @Test
  void recordsThatAreCountedOftenWeighLess() {
    long[] two = profile(t -> 40 * (peak(4 * (t - 1)) + peak(4 * (t + 1))));
    Valley once = Valley.of(two, two, 1);
    Valley often = Valley.of(two, two, 4);

    assertThat(often.score()).isCloseTo(once.score() / 2, within(1e-9));
    assertThat(often.records()).isCloseTo(once.records() / 4, within(1e-9));
  }

  @Test
  void binsEndAtTwo() {
    assertThat(Valley.bin(-1.999)).isZero();
    assertThat(Valley.bin(1.999)).isEqualTo(Valley.BINS - 1);
    assertThat(Valley.bin(2)).isNegative();
    assertThat(Valley.bin(-2)).isNegative();
  }
}
