package io.coterie.plan;

import java.io.Serializable;

/**
 * Equal parts of what the values of a column can be, as the study states it.
 *
 * @param lower where the first begins
 * @param upper where the last ends
 * @param count how many; 0 where nobody stated what a value can be
 */
public record ColumnBins(double lower, double upper, int count) implements Serializable {
  public ColumnBins {
    double width = upper - lower;
    if (count < 0 || (count > 0 && !(width > 0 && width < Double.POSITIVE_INFINITY))) {
      throw new IllegalArgumentException("There are no %d bins there.".formatted(count));
    }
  }

  public static ColumnBins none() {
    return new ColumnBins(0, 0, 0);
  }

  public boolean isNone() {
    return count == 0;
  }

  /**
   * Returns the bin of a value, -1 for one below all of them, their number for one above. Values
   * and borders are compared as 4-byte floats, since some engines keep values as such.
   */
  public int of(double value) {
    float single = (float) value;
    if (single < (float) lower) {
      return -1;
    } else if (single > (float) upper) {
      return count;
    }
    int bin = (int) Math.floor((single - lower) / (upper - lower) * count);
    return Math.max(0, Math.min(count - 1, bin));
  }

  /** Returns where a bin begins; that of the count is where the last ends. */
  public double border(int bin) {
    return bin == count ? upper : lower + bin * (upper - lower) / count;
  }
}
