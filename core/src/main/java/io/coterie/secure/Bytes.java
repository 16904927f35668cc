package io.coterie.secure;

import java.util.Arrays;

/**
 * Bytes that cannot change: a key, a signature, a sealed share. Its text is its size alone.
 *
 * <p>Immutable.
 */
public final class Bytes {
  private final byte[] array;

  private Bytes(byte[] array) {
    this.array = array;
  }

  public static Bytes copyOf(byte[] array) {
    return new Bytes(array.clone());
  }

  /** Wraps an array that nobody else keeps. */
  static Bytes wrap(byte[] array) {
    return new Bytes(array);
  }

  public byte[] toArray() {
    return array.clone();
  }

  public int size() {
    return array.length;
  }

  /** Returns the array itself; it must not be changed. */
  byte[] array() {
    return array;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(array, bytes.array);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array);
  }

  @Override
  public String toString() {
    return array.length + " bytes";
  }
}
