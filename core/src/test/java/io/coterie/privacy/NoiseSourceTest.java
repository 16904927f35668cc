package io.coterie.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Seed;
import java.math.BigInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoiseSourceTest {
  @Test
  void bitsComeInPiecesAndNoneIsUsedTwice() {
    NoiseSource pieces = NoiseSource.repeatable(new Seed(1));
    NoiseSource whole = NoiseSource.repeatable(new Seed(1));
    BigInteger expected = BigInteger.ZERO;
    for (int i = 0; i < 64; i++) {
      expected = expected.or(unsigned(whole.nextBits()).shiftLeft(64 * i));
    }

    BigInteger joined = BigInteger.ZERO;
    int at = 0;
    for (int count = 0; at + 63 <= 64 * 64; count = (count + 17) % 64) {
      joined = joined.or(BigInteger.valueOf(pieces.nextBits(count)).shiftLeft(at));
      at += count;
    }

    BigInteger mask = BigInteger.ONE.shiftLeft(at).subtract(BigInteger.ONE);
    assertThat(joined).isEqualTo(expected.and(mask));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 7, 100})
  void everyNumberBelowABoundIsAsLikely(long bound) {
    int draws = 200_000;
    long[] seen = new long[(int) bound];
    long[] seenBig = new long[(int) bound];
    NoiseSource source = NoiseSource.repeatable(new Seed(2));
    for (int i = 0; i < draws; i++) {
      seen[(int) source.nextBelow(bound)]++;
      seenBig[source.nextBelow(BigInteger.valueOf(bound)).intValueExact()]++;
    }

    // Five standard errors on 226 shares over all bounds: false alarm below 2 seeds in 10⁴.
    double p = 1.0 / bound;
    double error = 5 * Math.sqrt(p * (1 - p) / draws) + 1e-12;
    for (int k = 0; k < bound; k++) {
      assertThat(seen[k] / (double) draws).isCloseTo(p, within(error));
      assertThat(seenBig[k] / (double) draws).isCloseTo(p, within(error));
    }
  }

  @Test
  void numbersBelowALargeBoundFillItsRange() {
    NoiseSource source = NoiseSource.repeatable(new Seed(3));
    BigInteger bound = BigInteger.ONE.shiftLeft(100).add(BigInteger.ONE);
    int upper = 0;
    for (int i = 0; i < 10_000; i++) {
      BigInteger drawn = source.nextBelow(bound);
      assertThat(drawn.signum()).isGreaterThanOrEqualTo(0);
      assertThat(drawn).isLessThan(bound);
      upper += drawn.testBit(99) ? 1 : 0;
      assertThat(source.nextBelow(Long.MAX_VALUE)).isBetween(0L, Long.MAX_VALUE - 1);
    }
    assertThat(upper).isBetween(4750, 5250); // five standard errors
  }

  @Test
  void secureBlocksDoNotRepeat() {
    NoiseSource source = NoiseSource.secure();
    long[] drawn = LongStream.generate(source::nextBits).limit(5000).toArray();
    // Two equal among 5000 of 64 bits: less than 1 run in 10¹². Set bits: five standard errors.
    assertThat(LongStream.of(drawn).distinct().count()).isEqualTo(5000);
    assertThat(LongStream.of(drawn).map(Long::bitCount).average().orElseThrow())
        .isCloseTo(32, within(5 * 4 / Math.sqrt(5000)));
  }

  @Test
  void boundsThatAreNotPositiveAreRefused() {
    NoiseSource source = NoiseSource.repeatable(new Seed(4));
    assertThatIllegalArgumentException().isThrownBy(() -> source.nextBelow(0));
    assertThatIllegalArgumentException().isThrownBy(() -> source.nextBelow(BigInteger.ZERO));
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(Long.toUnsignedString(bits));
  }
}
