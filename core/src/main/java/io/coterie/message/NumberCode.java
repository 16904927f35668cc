package io.coterie.message;

/**
 * The shortest way to write some numbers that gives each back to the bit: whole multiples of a
 * power of two as varints (counts, sums of a known unit), floats, or doubles. Senders round what
 * need not be exact; the code itself loses nothing.
 *
 * @param form how they are written
 * @param exponent of the power of two, where they are multiples
 * @param bytes how many the values take
 */
public record NumberCode(Form form, int exponent, long bytes) {
  /** How numbers are written. */
  public enum Form {
    DOUBLES,
    FLOATS,
    MULTIPLES
  }

  /** Multiples beyond this are no shorter than doubles. */
  private static final double MOST_MULTIPLE = 0x1p53;

  private static final int MANTISSA_BITS = 52;

  /** Returns the code of some numbers; the same for the same numbers. */
  public static NumberCode of(double[] values) {
    NumberCode best = new NumberCode(Form.DOUBLES, 0, (long) Double.BYTES * values.length);
    if (areFloats(values)) {
      best = new NumberCode(Form.FLOATS, 0, (long) Float.BYTES * values.length);
    }
    int exponent = unit(values);
    long bytes = 0;
    for (int i = 0; i < values.length && bytes < best.bytes; i++) {
      double multiple = Math.scalb(values[i], -exponent);
      boolean fits = Math.abs(multiple) < MOST_MULTIPLE && !isNegativeZero(values[i]);
      bytes += fits ? WireSize.varint(zigzag((long) multiple)) : best.bytes;
    }
    return bytes < best.bytes ? new NumberCode(Form.MULTIPLES, exponent, bytes) : best;
  }

  /** Returns what is written for a number where they are multiples. */
  public long multiple(double value) {
    return (long) Math.scalb(value, -exponent);
  }

  private static boolean isNegativeZero(double value) {
    return value == 0 && Double.doubleToRawLongBits(value) != 0;
  }

  private static boolean areFloats(double[] values) {
    for (double value : values) {
      if ((float) value != value) {
        return false;
      }
    }
    return true;
  }

  /** Returns the largest e for which all values are multiples of 2^e; 0 if all are zero. */
  private static int unit(double[] values) {
    int least = Integer.MAX_VALUE;
    for (double value : values) {
      if (value != 0) {
        int scale = Math.max(Math.getExponent(value), Double.MIN_EXPONENT) - MANTISSA_BITS;
        long bits = Double.doubleToRawLongBits(value) & ((1L << MANTISSA_BITS) - 1);
        int zeros = bits == 0 ? MANTISSA_BITS : Long.numberOfTrailingZeros(bits);
        least = Math.min(least, scale + zeros);
      }
    }
    return least == Integer.MAX_VALUE ? 0 : least;
  }

  private static long zigzag(long value) {
    return (value << 1) ^ (value >> (Long.SIZE - 1));
  }
}
