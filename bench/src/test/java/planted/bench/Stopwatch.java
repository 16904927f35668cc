package planted.bench;

/** A measurement. */
public final class Stopwatch {
  public long nanoseconds() {
    return System.nanoTime();
  }
}
