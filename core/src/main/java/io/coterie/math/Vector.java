package io.coterie.math;

import java.io.Serializable;
import java.util.Arrays;

/**
 * A list of doubles.
 *
 * <p>Immutable.
 */
public final class Vector implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double[] values;

  private Vector(double[] values) {
    this.values = values;
  }

  public static Vector of(double... values) {
    return new Vector(values.clone());
  }

  public int size() {
    return values.length;
  }

  public double at(int index) {
    return values[index];
  }

  public double sum() {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  public Vector plus(Vector other) {
    if (other.values.length != values.length) {
      throw new IllegalArgumentException(
          "Vectors of %d and %d values cannot be added."
              .formatted(values.length, other.values.length));
    }
    double[] sum = values.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other.values[i];
    }
    return new Vector(sum);
  }

  public double[] toArray() {
    return values.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Vector vector && Arrays.equals(values, vector.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "Vector[%d]".formatted(values.length);
  }

  /** Zeros do not travel where most values are zero. */
  private Object writeReplace() {
    return SparseDoubles.of(values).map(sparse -> (Object) new Sent(sparse)).orElse(this);
  }

  private record Sent(SparseDoubles values) implements Serializable {
    private Object readResolve() {
      return new Vector(values.all());
    }
  }
}
