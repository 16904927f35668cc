package io.coterie.cli.options;

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

  @Mixin ThreadOptions threads = new ThreadOptions();

  public Seed start() {
    return new Seed(seed);
  }

  public Parallel parallel() {
    return threads.parallel();
  }
}
