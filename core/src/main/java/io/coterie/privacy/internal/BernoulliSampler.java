package io.coterie.privacy.internal;

import io.coterie.privacy.NoiseSource;
import java.math.BigInteger;

/**
 * Coins that come up true with exactly a stated probability, in integer arithmetic alone.
 *
 * <p>C. L. Canonne, G. Kamath, T. Steinke. <i>The Discrete Gaussian for Differential Privacy</i>.
 * NeurIPS 2020, Algorithm 1. Where it draws Bernoulli(γ/K), we draw Bernoulli(γ) and Bernoulli(1/K)
 * and ask for both: the same law, and γ's denominator does not grow.
 *
 * <p>Numbers of 62 bits are handled as longs and larger ones as big integers; both take the same
 * bits from the source, and give the same answer, wherever both can be used.
 */
final class BernoulliSampler {
  /** The most bits that a long may have here: one is the sign, one is for the first digit. */
  static final int LONG_BITS = 62;

  private static final int CHUNK = 16;

  private BernoulliSampler() {}

  /** Returns true with probability numerator / denominator, which is at most 1. */
  static boolean flip(long numerator, long denominator, NoiseSource source) {
    int length = Long.SIZE - Long.numberOfLeadingZeros(denominator);
    if (length > LONG_BITS) {
      return flip(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator), source);
    }
    // Compares a uniform number in [0, 1) with the fraction, digit by digit in base 2^width, until
    // they differ: exact, and seldom more than one digit.
    int width = width(length);
    long rest = numerator;
    while (rest != 0) {
      long shifted = rest << width;
      long digit = shifted / denominator;
      long drawn = source.nextBits(width);
      if (drawn != digit) {
        return drawn < digit;
      }
      rest = shifted - digit * denominator;
    }
    return false;
  }

  /** As above, for numbers of any size. */
  static boolean flip(BigInteger numerator, BigInteger denominator, NoiseSource source) {
    int width = width(denominator.bitLength());
    BigInteger rest = numerator;
    while (rest.signum() != 0) {
      BigInteger[] digitAndRest = rest.shiftLeft(width).divideAndRemainder(denominator);
      long digit = digitAndRest[0].longValueExact();
      long drawn = source.nextBits(width);
      if (drawn != digit) {
        return drawn < digit;
      }
      rest = digitAndRest[1];
    }
    return false;
  }

  /** Returns the bits of a digit, as many as keep a shifted numerator below 2⁶³. */
  private static int width(int length) {
    return length > LONG_BITS ? CHUNK : Math.min(CHUNK, LONG_BITS + 1 - length);
  }

  /** Returns true with probability 1/e. */
  static boolean flipExp(NoiseSource source) {
    int k = 1;
    while (source.nextBelow(k) == 0) {
      k++;
    }
    return (k & 1) == 1;
  }

  /** Returns true with probability exp(−γ), γ = numerator / denominator ≥ 0. */
  static boolean flipExp(long numerator, long denominator, NoiseSource source) {
    long whole = numerator / denominator;
    for (long i = 0; i < whole; i++) {
      if (!flipExp(source)) {
        return false;
      }
    }
    long rest = numerator - whole * denominator;
    int k = 1;
    while (source.nextBelow(k) == 0 && flip(rest, denominator, source)) {
      k++;
    }
    return (k & 1) == 1;
  }

  /** As above, for numbers of any size. */
  static boolean flipExp(BigInteger numerator, BigInteger denominator, NoiseSource source) {
    BigInteger[] wholeAndRest = numerator.divideAndRemainder(denominator);
    for (BigInteger i = wholeAndRest[0]; i.signum() > 0; i = i.subtract(BigInteger.ONE)) {
      if (!flipExp(source)) {
        return false;
      }
    }
    int k = 1;
    while (source.nextBelow(k) == 0 && flip(wholeAndRest[1], denominator, source)) {
      k++;
    }
    return (k & 1) == 1;
  }
}
