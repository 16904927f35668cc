package io.coterie;

/** Times in seconds. */
public final class Seconds {
  private Seconds() {}

  /** Returns how long ago {@link System#nanoTime} had this value. */
  public static double since(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
