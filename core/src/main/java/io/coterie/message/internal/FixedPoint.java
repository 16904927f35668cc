package io.coterie.message.internal;

import java.math.BigDecimal;
import java.util.Arrays;

/**
 * Numbers of any unit as {@value #DIGITS} whole digits of 52 bits with their sign, from 2⁵² down to
 * 2⁻¹⁰⁴. Digits add up exactly in any order, so the sum of many numbers does not depend on who adds
 * which of them.
 */
public final class FixedPoint {
  public static final int DIGITS = 4;

  /** So many numbers add up before a digit must be carried. */
  private static final int ADDED = 1 << 10;

  private static final int DIGIT_BITS = 52;
  private static final double BASE = 0x1p52;

  /** Numbers of this size and more have a fifth digit. */
  private static final double MOST = 0x1p104;

  private FixedPoint() {}

  /** Adds a number to the digits at a place. */
  public static void add(double value, long[] digits, int at) {
    if (!(Math.abs(value) < MOST)) {
      throw new IllegalArgumentException(
          "A sum is beyond 2^104 or no number. Use a larger unit for the features.");
    }
    double rest = value / BASE;
    for (int digit = 0; digit < DIGITS; digit++) {
      double whole = digit == DIGITS - 1 ? Math.rint(rest) : (double) (long) rest;
      digits[at + digit] += (long) whole;
      rest = (rest - whole) * BASE;
    }
  }

  /** Carries in all numbers of an array where so many were added that it is time. */
  public static void carryAfter(long added, long[] digits) {
    if (added % ADDED == 0) {
      for (int at = 0; at < digits.length; at += DIGITS) {
        carry(digits, at);
      }
    }
  }

  /** Carries in all numbers of an array, so that totals of many arrays are no larger. */
  public static void carryAll(long[] digits) {
    carryAfter(0, digits);
  }

  /** Returns the number as it is. */
  public static BigDecimal exact(long[] words, int start) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 0; k < DIGITS; k++) {
      BigDecimal base = BigDecimal.valueOf(2).pow(DIGIT_BITS * Math.abs(1 - k));
      BigDecimal digit = BigDecimal.valueOf(words[start + k]);
      sum = sum.add(k > 1 ? digit.divide(base) : digit.multiply(base));
    }
    return sum;
  }

  /** Returns Σ digit · 2^(52 − 52 k): carried until all digits have one sign, then added up. */
  public static double value(long[] words, int start) {
    long[] digits = Arrays.copyOfRange(words, start, start + DIGITS);
    carry(digits, 0);
    boolean isNegative = digits[0] < 0;
    if (isNegative) {
      for (int k = 0; k < DIGITS; k++) {
        digits[k] = -digits[k];
      }
      carry(digits, 0);
    }
    double sum = 0;
    for (int k = DIGITS - 1; k >= 0; k--) {
      sum += Math.scalb((double) digits[k], DIGIT_BITS * (1 - k));
    }
    return isNegative ? -sum : sum;
  }

  /** Leaves from 0 to 2⁵² − 1 in each digit but the first. */
  private static void carry(long[] digits, int at) {
    for (int k = at + DIGITS - 1; k > at; k--) {
      digits[k - 1] += digits[k] >> DIGIT_BITS;
      digits[k] &= (1L << DIGIT_BITS) - 1;
    }
  }
}
