package io.coterie.secure;

/** Pearson's test that bytes are uniform. */
final class Uniformity {
  /**
   * Chi-square with 255 degrees of freedom exceeds this once in a million (Wilson and Hilferty:
   * 377.2).
   */
  static final double CRITICAL = 377.2;

  private Uniformity() {}

  static double chiSquare(long[] counts) {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    double expected = (double) total / counts.length;
    double sum = 0;
    for (long count : counts) {
      sum += (count - expected) * (count - expected) / expected;
    }
    return sum;
  }

  /** Returns the statistic of all bytes of the words. */
  static double ofWords(long[] words) {
    long[] counts = new long[256];
    for (long word : words) {
      for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
        counts[(int) (word >>> shift) & 0xff]++;
      }
    }
    return chiSquare(counts);
  }
}
