package io.coterie.math.internal;

import java.util.Arrays;

/**
 * The few smallest of many values, and what they belong to, in increasing order. Of equal values
 * those of the lower index come first, so that the answer does not depend on the order of offers.
 *
 * <p>Not thread-safe.
 */
public final class SmallestFew {
  private final double[] values;
  private final int[] indices;
  private int size;

  public SmallestFew(int capacity) {
    values = new double[capacity];
    indices = new int[capacity];
  }

  public void clear() {
    size = 0;
  }

  public void offer(double value, int index) {
    if (size == values.length && !isBefore(value, index, size - 1)) {
      return;
    }
    // By insertion: for a few values it is faster than a heap, and they stay sorted.
    int slot = Math.min(size, values.length - 1);
    while (slot > 0 && isBefore(value, index, slot - 1)) {
      values[slot] = values[slot - 1];
      indices[slot] = indices[slot - 1];
      slot--;
    }
    values[slot] = value;
    indices[slot] = index;
    size = Math.min(size + 1, values.length);
  }

  private boolean isBefore(double value, int index, int slot) {
    return value < values[slot] || (value == values[slot] && index < indices[slot]);
  }

  public double value(int rank) {
    return values[rank];
  }

  /** In increasing order; as many as there are. */
  public double[] values() {
    return Arrays.copyOf(values, size);
  }

  public int[] indices() {
    return Arrays.copyOf(indices, size);
  }

  /** Copies the first so many to larger arrays. */
  public void copyTo(int[] toIndices, double[] toValues, int at, int count) {
    System.arraycopy(indices, 0, toIndices, at, count);
    System.arraycopy(values, 0, toValues, at, count);
  }
}
