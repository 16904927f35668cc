package io.coterie.privacy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.LongVector;
import io.coterie.math.Seed;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.PrivacyLoss;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoiseTailTest {
  private static final int ENTRIES = 5_000;
  private static final double CHANCE = 0x1p-80;

  @ParameterizedTest
  @CsvSource({"1, 1", "6, 1", "6, 4"})
  void noDrawIsBeyond(int sites, int shares) {
    NoiseTail tail = new NoiseTail(sites, ENTRIES);
    for (Mechanism mechanism :
        new Mechanism[] {
          Mechanism.of(1024, new PrivacyLoss(0.01, 0)), Mechanism.of(1, new PrivacyLoss(0, 0.3))
        }) {
      NoisyBlock zeros = NoisyBlock.of("zeros", new long[ENTRIES], mechanism);
      LongVector total = zeros.exact();
      for (int site = 0; site < sites; site++) {
        NoiseSource source = NoiseSource.repeatable(new Seed(5).child(site));
        total = total.plus(new IntegerNoise(source, shares).release(zeros));
      }
      double farthest = 0;
      for (int i = 0; i < ENTRIES; i++) {
        farthest = Math.max(farthest, Math.abs((double) total.at(i)));
      }
      assertThat(farthest).isBetween(mechanism.deviation(), tail.of(mechanism));
    }
  }

  /** P(|X| ≥ t) = exp(−t/b) of one draw; the bound is no more than a fifth too far. */
  @Test
  void laplaceNoiseOfOneSiteGoesAboutAsFarAsItsLawSays() {
    double exact = -Math.log(CHANCE);
    assertThat(new NoiseTail(1, 1).laplace(1)).isBetween(exact, 1.2 * exact);
    assertThat(new NoiseTail(1, 1).laplace(100))
        .isCloseTo(100 * new NoiseTail(1, 1).laplace(1), within(0.1));
  }

  /** The tail of the normal law is t⁻¹ φ(t) at most, and nearly so. */
  @Test
  void gaussianNoiseOfOneSiteGoesAboutAsFarAsItsLawSays() {
    Mechanism mechanism = Mechanism.of(1 << 20, new PrivacyLoss(0.5, 0));
    double t = new NoiseTail(1, 1).of(mechanism) / mechanism.deviation();
    double beyond = 2 * Math.exp(-t * t / 2) / (t * Math.sqrt(2 * Math.PI));
    assertThat(beyond).isBetween(CHANCE / 100, CHANCE);
  }

  @Test
  void moreSitesAndMoreEntriesHaveMoreNoise() {
    double one = new NoiseTail(1, 1).laplace(1);
    assertThat(new NoiseTail(1, 1000).laplace(1)).isGreaterThan(one);
    assertThat(new NoiseTail(50, 1).laplace(1)).isBetween(one, 50 * one);
  }
}
