package io.coterie.math.internal;

import org.bytedeco.javacpp.FloatPointer;

/**
 * Floats outside the Java heap, where BLAS reads and writes them in place; arrays are copied on
 * their way to it and back. Close them, or the memory is held until the collector finds out.
 *
 * <p>Not thread-safe for writers.
 */
public record NativeFloats(FloatPointer pointer) implements AutoCloseable {
  /** Not cleared: the values are what happens to be there. */
  public static NativeFloats ofLength(int length) {
    return new NativeFloats(new FloatPointer(length));
  }

  public static NativeFloats copyOf(float[] values) {
    NativeFloats result = ofLength(values.length);
    result.put(values, values.length);
    return result;
  }

  /** Copies the first values of an array to here. */
  public void put(float[] values, int length) {
    pointer.put(values, 0, length);
  }

  /** Copies the values from an index on to the beginning of an array. */
  public void get(int from, float[] into, int length) {
    if (length > 0) {
      pointer.getPointer(from).get(into, 0, length);
    }
  }

  @Override
  public void close() {
    pointer.close();
  }
}
