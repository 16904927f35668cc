package planted.cli;

import planted.bench.Stopwatch;

/** A command that cannot do without benchmarks. */
public final class Measured {
  public long start() {
    return new Stopwatch().nanoseconds();
  }
}
