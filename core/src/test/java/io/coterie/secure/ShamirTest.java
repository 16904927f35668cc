package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShamirTest {
  @Test
  void theFieldHoldsEverySecret() {
    assertThat(Shamir.PRIME.isProbablePrime(100)).isTrue();
    assertThat(Shamir.PRIME.bitLength()).isEqualTo(257);
  }

  @ParameterizedTest
  @CsvSource({"3,3", "3,5", "14,20", "67,100"})
  void anyThresholdOfSharesGivesTheSecret(int threshold, int count) {
    byte[] secret = Secrets.draw(32);
    byte[][] shares = Shamir.split(secret, threshold, count);
    for (int shift = 0; shift < count; shift++) {
      int[] points = new int[threshold];
      byte[][] chosen = new byte[threshold][];
      for (int i = 0; i < threshold; i++) {
        int at = (shift + i * (shift % 2 == 0 ? 1 : count - 1)) % count;
        points[i] = at + 1;
        chosen[i] = shares[at];
      }
      assertThat(Shamir.combine(chosen, Shamir.weights(points))).isEqualTo(secret);
    }
  }

  @Test
  void extremeSecretsSurvive() {
    for (int fill : new int[] {0, 1, 0xff}) {
      byte[] secret = new byte[32];
      Arrays.fill(secret, (byte) fill);
      byte[][] shares = Shamir.split(secret, 3, 3);
      assertThat(Shamir.combine(shares, Shamir.weights(new int[] {1, 2, 3}))).isEqualTo(secret);
    }
  }

  @Test
  void fewerSharesFitEverySecret() {
    // Any value at 0 has one polynomial of degree t − 1 through t − 1 shares: so take two shares of
    // three, another secret, and find the third share that would go with it.
    byte[][] shares = Shamir.split(Secrets.draw(32), 3, 3);
    byte[] other = Secrets.draw(32);
    BigInteger[] weights = Shamir.weights(new int[] {1, 2, 3});
    BigInteger third =
        new BigInteger(1, other)
            .subtract(weights[0].multiply(new BigInteger(1, shares[0])))
            .subtract(weights[1].multiply(new BigInteger(1, shares[1])))
            .multiply(weights[2].modInverse(Shamir.PRIME))
            .mod(Shamir.PRIME);
    byte[] share = new byte[Shamir.SHARE_SIZE];
    byte[] bytes = third.toByteArray();
    int size = Math.min(bytes.length, share.length);
    System.arraycopy(bytes, bytes.length - size, share, share.length - size, size);
    assertThat(Shamir.combine(new byte[][] {shares[0], shares[1], share}, weights))
        .isEqualTo(other);
  }

  @Test
  void fewerSharesDoNotGiveTheSecretAndOneSecretIsNeverSharedAlike() {
    byte[] secret = Secrets.draw(32);
    byte[][] shares = Shamir.split(secret, 5, 7);
    byte[][] four = Arrays.copyOf(shares, 4);
    assertThat(Shamir.combine(four, Shamir.weights(new int[] {1, 2, 3, 4}))).isNotEqualTo(secret);
    assertThat(Shamir.split(secret, 5, 7)[0]).isNotEqualTo(shares[0]);
  }

  @Test
  void sharesAreUniform() {
    // The lowest byte of the first share of 4096 sharings of zero: chi-square with 255 degrees of
    // freedom exceeds 377 in 1 of 10⁶ runs (the bias of p over a multiple of 256 is below 2⁻²⁴⁷).
    long[] counts = new long[256];
    for (int i = 0; i < 4096; i++) {
      byte[] share = Shamir.split(new byte[32], 3, 1)[0];
      counts[share[32] & 0xff]++;
    }
    assertThat(Uniformity.chiSquare(counts)).isLessThan(Uniformity.CRITICAL);
  }

  @Test
  void numbersOutsideTheFieldAreNoShares() {
    byte[] prime = Shamir.PRIME.toByteArray();
    assertThat(Shamir.isShare(prime)).isFalse();
    prime[32]--;
    assertThat(Shamir.isShare(prime)).isTrue();
    assertThat(Shamir.isShare(new byte[32])).isFalse();
  }
}
