package io.coterie.privacy.internal;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A positive fraction in lowest terms: the scale or the variance of noise that is drawn exactly.
 *
 * @param numerator at least 1
 * @param denominator at least 1
 */
public record Fraction(long numerator, long denominator) {
  private static final int SIGNIFICANT_BITS = 24;
  private static final int LARGEST_SHIFT = 40;

  public Fraction {
    if (numerator <= 0 || denominator <= 0) {
      throw new IllegalArgumentException(
          "The fraction is %d/%d; both parts must be positive.".formatted(numerator, denominator));
    }
    long divisor = greatestCommonDivisor(numerator, denominator);
    numerator /= divisor;
    denominator /= divisor;
  }

  public static Fraction of(long whole) {
    return new Fraction(whole, 1);
  }

  /** Returns exactly what a decimal number says: 0.1 is 1/10. */
  public static Fraction ofDecimal(String decimal) {
    return ofDecimal(new BigDecimal(decimal));
  }

  /** Returns exactly what a decimal number says: 0.1 is 1/10. */
  public static Fraction ofDecimal(BigDecimal decimal) {
    if (decimal.signum() <= 0 || decimal.precision() > 18 || Math.abs(decimal.scale()) > 18) {
      throw new IllegalArgumentException(
          "%s is no fraction to draw noise with; it must be positive, with at most 18 digits."
              .formatted(decimal));
    }
    BigDecimal tens = BigDecimal.TEN.pow(Math.max(0, decimal.scale()));
    return lowest(decimal.multiply(tens).toBigIntegerExact(), tens.toBigIntegerExact());
  }

  /**
   * Returns the least fraction that is no less than a number and has 24 significant bits at most: a
   * noise scale that is rounded towards more noise, by less than 1 part in 8 million.
   */
  public static Fraction atLeast(double value) {
    if (!(value > 0) || value >= 0x1.0p53) {
      throw new IllegalArgumentException(
          "%s is no scale of noise; it must be positive and below 2^53.".formatted(value));
    }
    int shift = SIGNIFICANT_BITS - 1 - Math.getExponent(value);
    int bounded = Math.max(0, Math.min(LARGEST_SHIFT, shift));
    // Scaling by a power of two is exact here, and so is the ceiling.
    return new Fraction((long) Math.ceil(Math.scalb(value, bounded)), 1L << bounded);
  }

  public double toDouble() {
    return (double) numerator / denominator;
  }

  private static Fraction lowest(BigInteger numerator, BigInteger denominator) {
    BigInteger divisor = numerator.gcd(denominator);
    BigInteger above = numerator.divide(divisor);
    BigInteger below = denominator.divide(divisor);
    if (above.bitLength() >= Long.SIZE || below.bitLength() >= Long.SIZE) {
      throw new IllegalArgumentException(
          "%s/%s does not fit into 63 bits; use fewer digits.".formatted(above, below));
    }
    return new Fraction(above.longValueExact(), below.longValueExact());
  }

  private static long greatestCommonDivisor(long a, long b) {
    long first = a;
    long second = b;
    while (second != 0) {
      long rest = first % second;
      first = second;
      second = rest;
    }
    return first;
  }
}
