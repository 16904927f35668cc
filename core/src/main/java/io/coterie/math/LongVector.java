package io.coterie.math;

import java.io.Serializable;
import java.util.Arrays;

/**
 * A list of longs.
 *
 * <p>Immutable.
 */
public final class LongVector implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long[] values;

  private LongVector(long[] values) {
    this.values = values;
  }

  public static LongVector of(long... values) {
    return new LongVector(values.clone());
  }

  public int size() {
    return values.length;
  }

  public long at(int index) {
    return values[index];
  }

  /** Modulo 2⁶⁴: sums of masked numbers wrap around, and the masks cancel all the same. */
  public LongVector plus(LongVector other) {
    if (other.values.length != values.length) {
      throw new IllegalArgumentException(
          "Vectors of %d and %d values cannot be added."
              .formatted(values.length, other.values.length));
    }
    long[] sum = values.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other.values[i];
    }
    return new LongVector(sum);
  }

  public long[] toArray() {
    return values.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LongVector vector && Arrays.equals(values, vector.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "LongVector[%d]".formatted(values.length);
  }
}
