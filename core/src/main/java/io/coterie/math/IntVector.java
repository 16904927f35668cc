package io.coterie.math;

import java.io.Serializable;
import java.util.Arrays;

/**
 * A list of ints.
 *
 * <p>Immutable.
 */
public final class IntVector implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] values;

  private IntVector(int[] values) {
    this.values = values;
  }

  public static IntVector of(int... values) {
    return new IntVector(values.clone());
  }

  public int size() {
    return values.length;
  }

  public int at(int index) {
    return values[index];
  }

  public int[] toArray() {
    return values.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IntVector vector && Arrays.equals(values, vector.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "IntVector[%d]".formatted(values.length);
  }
}
