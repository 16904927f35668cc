package io.coterie.bench.cli;

import io.coterie.CoterieException;
import io.coterie.bench.paper.Experiment;
import io.coterie.bench.paper.GridParts;
import io.coterie.bench.paper.Setup;
import io.coterie.cli.options.NetworkOptions;
import io.coterie.cli.options.RunOptions;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a benchmark runs, how often and where to. */
final class BenchOptions {
  private static final int QUICK_SEEDS = 2;
  private static final int QUICK_RECORDS = 10_000;

  @Mixin SubjectOptions subjects = new SubjectOptions();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Seeds 0 to N - 1. Default: 5, for baselines 10; with --quick 2.")
  Integer seeds;

  @Option(names = "--quick", description = "For a coffee break: 2 seeds, at most 10,000 records.")
  boolean quick;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      defaultValue = "1",
      description =
          "The nominal epsilon of the paper's noise (ablation, privacy). Default:"
              + " ${DEFAULT-VALUE}.")
  double epsilon;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "coterie-bench",
      description = {
        "The folder for results. Runs that it holds already are not run again.",
        "Default: ${DEFAULT-VALUE}."
      })
  Path out;

  @Option(names = "--fresh", description = "Run everything again.")
  boolean fresh;

  @Option(names = "--retry", description = "Run again what failed.")
  boolean retry;

  @Mixin RunOptions.Threads threads = new RunOptions.Threads();

  @Mixin NetworkOptions networks = new NetworkOptions();

  int seedCount(Experiment experiment) {
    int otherwise = quick ? QUICK_SEEDS : experiment.seeds();
    return SubjectOptions.atLeastOne("--seeds", seeds == null ? otherwise : seeds);
  }

  /** Returns what is to be run; a method that the paper has may be missing. */
  Setup setup() {
    if (!(epsilon > 0) || Double.isInfinite(epsilon)) {
      throw CoterieException.usage(
          "--epsilon is %s; it must be positive and finite.".formatted(epsilon));
    }
    return subjects.setup(GridParts.awaitedMethods(), quick ? QUICK_RECORDS : 0, epsilon);
  }
}
