package io.coterie.privacy.internal;

/**
 * Fixed point: a record in the unit ball becomes whole numbers q, in steps of 2^−bits, with Σq² ≤
 * 2^(2·bits). That holds for any input and in exact arithmetic, so the sensitivity of a sum of
 * records is a whole number, whatever the order of summation.
 *
 * <p>A record outside the ball is scaled onto it. What is no number counts as 0, and what is larger
 * than 2⁶⁰ as 2⁶⁰. Rounding is to the nearest step, and towards zero where that would leave the
 * ball.
 *
 * <p>I. Mironov. <i>On Significance of the Least Significant Bits for Differential Privacy</i>. CCS
 * 2012. S. Casacuberta and others. <i>Widespread Underestimation of Sensitivity in Differentially
 * Private Libraries and How to Fix It</i>. CCS 2022.
 *
 * @param bits from 1 to 30
 */
public record Lattice(int bits) {
  private static final int MOST_BITS = 30;
  private static final double LARGEST = 0x1.0p60;
  private static final long LARGEST_ENTRY = 1L << 31;
  private static final int MOST_ENTRIES = 1 << 20;
  private static final long LOW_HALF = 0xFFFF_FFFFL;

  public Lattice {
    if (bits < 1 || bits > MOST_BITS) {
      throw new IllegalArgumentException(
          "A lattice of %d bits; it must be 1 to %d.".formatted(bits, MOST_BITS));
    }
  }

  /** Returns 2^bits: the number that stands for 1, and the largest norm of a record. */
  public long unit() {
    return 1L << bits;
  }

  /** Returns a record on the lattice. */
  public long[] place(double... record) {
    double square = 0;
    for (double value : record) {
      square += bounded(value) * bounded(value);
    }
    double factor = square > 1 ? unit() / Math.sqrt(square) : unit();
    long[] placed = new long[record.length];
    for (int j = 0; j < placed.length; j++) {
      placed[j] = (long) Math.rint(bounded(record[j]) * factor);
    }
    // The sum above is rounded, so it only guides; this is the guarantee.
    clip(placed, unit());
    return placed;
  }

  // A comparison with NaN is false, so NaN falls through to 0.
  private static double bounded(double value) {
    if (Math.abs(value) <= LARGEST) {
      return value;
    }
    return value > 0 ? LARGEST : value < 0 ? -LARGEST : 0;
  }

  /**
   * Scales whole numbers towards zero until Σv² ≤ radius², in exact arithmetic; leaves them alone
   * where that holds already. Entries beyond ±2³¹ are first moved there.
   */
  public static void clip(long[] v, long radius) {
    if (radius < 0 || radius > 1L << MOST_BITS) {
      throw new IllegalArgumentException(
          "The radius is %d; it must be 0 to 2^%d.".formatted(radius, MOST_BITS));
    }
    if (v.length > MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "A vector of %d entries; at most %d can be clipped.".formatted(v.length, MOST_ENTRIES));
    }
    if (isWithin(v, radius)) {
      return;
    }
    double square = 0;
    for (int j = 0; j < v.length; j++) {
      v[j] = Math.max(-LARGEST_ENTRY, Math.min(LARGEST_ENTRY, v[j]));
      square += (double) v[j] * v[j];
    }
    // Truncated, the norm is below the radius but for rounding, which a little less scale covers.
    double factor = radius / Math.sqrt(square);
    for (double less = 0x1.0p-50; !scale(v, factor, radius); less *= 2) {
      factor = Math.max(0, 1 - less);
    }
  }

  /** Truncates v · factor towards zero; returns whether that is within the radius. */
  private static boolean scale(long[] v, double factor, long radius) {
    for (int j = 0; j < v.length; j++) {
      v[j] = (long) (v[j] * factor);
    }
    return isWithin(v, radius);
  }

  /** Returns whether Σv² ≤ radius², exactly. */
  static boolean isWithin(long[] v, long radius) {
    // A square has 62 bits at most; its halves are summed apart, which 2²⁰ entries do not overflow.
    long high = 0;
    long low = 0;
    long all = 0;
    for (long entry : v) {
      long square = entry * entry;
      high += square >>> Integer.SIZE;
      low += square & LOW_HALF;
      all |= entry ^ (entry >> (Long.SIZE - 1));
    }
    if (all >= LARGEST_ENTRY) {
      return false;
    }
    high += low >>> Integer.SIZE;
    return high < 1L << 31 && (high << Integer.SIZE | (low & LOW_HALF)) <= radius * radius;
  }
}
