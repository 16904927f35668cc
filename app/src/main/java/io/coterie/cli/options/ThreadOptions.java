package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.math.Parallel;
import picocli.CommandLine.Option;

/** On how many threads a run works. */
public final class ThreadOptions {
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
