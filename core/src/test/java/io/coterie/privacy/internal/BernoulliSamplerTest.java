package io.coterie.privacy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Seed;
import io.coterie.privacy.NoiseSource;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BernoulliSamplerTest {
  private static final int DRAWS = 200_000;

  @ParameterizedTest
  @CsvSource({
    "0,1",
    "1,1",
    "1,3",
    "65535,65536",
    "5,7",
    "1,70000",
    "3074457345618258603,4611686018427387903",
    "4611686018427387904,9223372036854775807"
  })
  void aCoinHasItsProbability(long numerator, long denominator) {
    NoiseSource source = NoiseSource.repeatable(new Seed(1));
    int heads = 0;
    for (int i = 0; i < DRAWS; i++) {
      heads += BernoulliSampler.flip(numerator, denominator, source) ? 1 : 0;
    }
    assertShare(heads, (double) numerator / denominator);
  }

  @Test
  void aFractionThatAgreesInItsFirstDigitIsToldApartByTheNext() {
    // Of 2⁻¹⁷ only the second digit of 16 bits is not 0; a coin of the first digit never shows it.
    NoiseSource source = NoiseSource.repeatable(new Seed(2));
    int heads = 0;
    for (int i = 0; i < 10_000_000; i++) {
      heads += BernoulliSampler.flip(1, 1 << 17, source) ? 1 : 0;
    }
    assertThat(heads).isBetween(32, 121); // 76.3 expected; five standard errors
  }

  @ParameterizedTest
  @CsvSource({"0,1", "1,3", "1,1", "5,2", "999983,1000003", "20,1"})
  void anExponentialCoinHasItsProbability(long numerator, long denominator) {
    NoiseSource source = NoiseSource.repeatable(new Seed(3));
    int heads = 0;
    for (int i = 0; i < DRAWS; i++) {
      heads += BernoulliSampler.flipExp(numerator, denominator, source) ? 1 : 0;
    }
    assertShare(heads, Math.exp(-(double) numerator / denominator));
  }

  @Test
  void oneOverE() {
    NoiseSource source = NoiseSource.repeatable(new Seed(4));
    int heads = 0;
    for (int i = 0; i < DRAWS; i++) {
      heads += BernoulliSampler.flipExp(source) ? 1 : 0;
    }
    assertShare(heads, Math.exp(-1));
  }

  @ParameterizedTest
  @CsvSource({"1,3", "7,2", "123456789,987654321", "1234567890123,4398046511104000"})
  void bigIntegersFallAsLongsDo(long numerator, long denominator) {
    NoiseSource narrow = NoiseSource.repeatable(new Seed(5));
    NoiseSource wide = NoiseSource.repeatable(new Seed(5));
    BigInteger above = BigInteger.valueOf(numerator);
    BigInteger below = BigInteger.valueOf(denominator);
    for (int i = 0; i < 5000; i++) {
      assertThat(BernoulliSampler.flipExp(above, below, wide))
          .isEqualTo(BernoulliSampler.flipExp(numerator, denominator, narrow));
    }
    assertThat(wide.nextBits()).isEqualTo(narrow.nextBits());
  }

  // Five standard errors: false alarm below 1 seed in 10⁶ a coin; off by 2 % at ½, it is found.
  private static void assertShare(int heads, double probability) {
    double error = 5 * Math.sqrt(probability * (1 - probability) / DRAWS);
    assertThat(heads / (double) DRAWS).isCloseTo(probability, within(error + 1e-12));
  }
}
