package io.coterie.message.internal;

/**
 * Whole numbers in two parts each, so that their totals stay as small as a seal needs: n = high ·
 * 2³¹ + low, with low from 0 to 2³¹ − 1.
 */
public final class Limbs {
  private static final int BITS = 31;

  private Limbs() {}

  /** Returns all high parts, then all low ones. */
  public static long[] split(long[] numbers) {
    long[] limbs = new long[2 * numbers.length];
    for (int k = 0; k < numbers.length; k++) {
      limbs[k] = numbers[k] >> BITS;
      limbs[numbers.length + k] = numbers[k] & ((1L << BITS) - 1);
    }
    return limbs;
  }

  /** Returns the numbers whose parts, or totals of parts, these are. */
  public static long[] joined(long[] limbs) {
    long[] numbers = new long[limbs.length / 2];
    for (int k = 0; k < numbers.length; k++) {
      numbers[k] =
          Math.addExact(Math.multiplyExact(limbs[k], 1L << BITS), limbs[numbers.length + k]);
    }
    return numbers;
  }
}
