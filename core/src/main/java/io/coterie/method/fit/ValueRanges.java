package io.coterie.method.fit;

/** Ranges of numbers by sign and power of two: the first step to the quantiles of a column. */
final class ValueRanges {
  /** Smaller numbers count as of this power. */
  private static final int LEAST_EXPONENT = -20;

  /** Larger numbers count as of this power: 2⁴³ are 280 years in milliseconds. */
  private static final int MOST_EXPONENT = 43;

  private static final int POWERS = MOST_EXPONENT - LEAST_EXPONENT + 1;
  private static final int ZERO = POWERS;
  static final int COUNT = 2 * POWERS + 1;

  private ValueRanges() {}

  /** Returns the range of a finite number; ranges are in order of the numbers. */
  static int of(double value) {
    if (value == 0) {
      return ZERO;
    }
    int power = Math.max(LEAST_EXPONENT, Math.min(MOST_EXPONENT, Math.getExponent(value)));
    int distance = power - LEAST_EXPONENT + 1;
    return value > 0 ? ZERO + distance : ZERO - distance;
  }

  /** Returns the smallest number of a range, but for numbers of a power that is too large. */
  static double lower(int range) {
    if (range == ZERO) {
      return 0;
    }
    int power = Math.abs(range - ZERO) - 1 + LEAST_EXPONENT;
    return range > ZERO ? Math.scalb(1.0, power) : -Math.scalb(1.0, power + 1);
  }

  /** Returns a number that is above those of a range and not above those of the next one. */
  static double end(int range) {
    if (range == ZERO) {
      return Double.MIN_VALUE;
    }
    double end = lower(range) + width(range);
    return range > ZERO ? end : Math.nextUp(end);
  }

  static double width(int range) {
    return range == ZERO ? 0 : Math.scalb(1.0, Math.abs(range - ZERO) - 1 + LEAST_EXPONENT);
  }
}
