package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a run draws its random numbers from, and on how many threads it works. */
public final class RunOptions {
  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "The same seed gives the same answer. Default: ${DEFAULT-VALUE}.")
  long seed;

  @Mixin Threads threads = new Threads();

  public Seed start() {
    return new Seed(seed);
  }

  public Parallel parallel() {
    return threads.parallel();
  }

  /** On how many threads a run works. */
  public static final class Threads {
    private static final int MOST_THREADS = 1024;

    @Option(
        names = "--threads",
        paramLabel = "N",
        description = "How many threads; the answer is the same. Default: all cores.")
    Integer threads;

    public Parallel parallel() {
      int count =
          threads == null
              ? Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors())
              : threads;
      if (count < 1 || count > MOST_THREADS) {
        throw CoterieException.usage(
            "--threads is %d; it must be from 1 to %d.".formatted(count, MOST_THREADS));
      }
      return Parallel.of(count);
    }
  }
}
