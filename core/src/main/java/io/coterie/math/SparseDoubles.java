package io.coterie.math;

import java.io.Serializable;
import java.util.Optional;

/**
 * Numbers on their way to another machine, of which most are zero: the sums of a site with few
 * records around thousands of anchors. Every bit comes back.
 *
 * @param length of all numbers
 * @param positions of those that are not zero, in increasing order
 * @param values at these positions
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares it
record SparseDoubles(int length, int[] positions, double[] values) implements Serializable {
  /**
   * Empty unless this form takes at most half the memory: a position and a value are 12 bytes, a
   * value is 8.
   */
  static Optional<SparseDoubles> of(double[] all) {
    int count = 0;
    for (double value : all) {
      count += isZero(value) ? 0 : 1;
    }
    if ((long) count * (Integer.BYTES + Double.BYTES) > (long) all.length * Double.BYTES / 2) {
      return Optional.empty();
    }
    int[] positions = new int[count];
    double[] values = new double[count];
    int at = 0;
    for (int i = 0; i < all.length; i++) {
      if (!isZero(all[i])) {
        positions[at] = i;
        values[at++] = all[i];
      }
    }
    return Optional.of(new SparseDoubles(all.length, positions, values));
  }

  /** Minus zero is another number. */
  private static boolean isZero(double value) {
    return Double.doubleToRawLongBits(value) == 0;
  }

  double[] all() {
    double[] all = new double[length];
    for (int k = 0; k < positions.length; k++) {
      all[positions[k]] = values[k];
    }
    return all;
  }
}
