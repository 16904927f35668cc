package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.bench.Catalogue;
import io.coterie.bench.Experiments;
import io.coterie.bench.Variant;
import io.coterie.math.Parallel;
import io.coterie.method.Methods;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a benchmark runs, how often and where to. */
final class BenchOptions {
  private static final int QUICK_SEEDS = 2;
  private static final int QUICK_RECORDS = 10_000;

  @Option(
      names = "--data",
      split = ",",
      paramLabel = "SET",
      description = "Data sets, see 'coterie bench list'. Default: those of the paper.")
  List<String> data = new ArrayList<>();

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "METHOD",
      description = {
        "Methods, see 'coterie methods'; with options as in spp-fgc:resolution=coarse.",
        "Default: those that make sense here."
      })
  List<String> methods = new ArrayList<>();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Seeds 0 to N - 1. Default: 5, for baselines 10; with --quick 2.")
  Integer seeds;

  @Option(
      names = "--sites",
      paramLabel = "N",
      description = "How many sites. Default: 5, or 10 for sets of 70,000.")
  Integer sites;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Use N records of each larger set. Default: all; with --quick 10000.")
  Integer sample;

  @Option(names = "--quick", description = "For a coffee break: 2 seeds, at most 10,000 records.")
  boolean quick;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      defaultValue = "1",
      description =
          "The nominal epsilon of the paper's noise (ablation, privacy). Default: ${DEFAULT-VALUE}.")
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

  @Mixin ThreadOptions threads = new ThreadOptions();

  @Mixin NetworkOptions networks = new NetworkOptions();

  int seedCount(BenchExperiment experiment) {
    int otherwise = quick ? QUICK_SEEDS : experiment.seeds();
    return atLeastOne("--seeds", seeds == null ? otherwise : seeds);
  }

  Parallel parallel() {
    return threads.parallel();
  }

  Experiments.Setup setup() {
    Catalogue catalogue = Catalogue.builtIn();
    if (!(epsilon > 0) || Double.isInfinite(epsilon)) {
      throw CoterieException.usage(
          "--epsilon is %s; it must be positive and finite.".formatted(epsilon));
    }
    return new Experiments.Setup(
        data.stream().map(catalogue::named).toList(),
        methods.stream().map(BenchOptions::variant).toList(),
        sites == null ? OptionalInt.empty() : OptionalInt.of(atLeastOne("--sites", sites)),
        sample == null ? (quick ? QUICK_RECORDS : 0) : atLeastOne("--sample", sample),
        epsilon);
  }

  /** Returns a method with options; one that the paper has may be missing, any other may not. */
  private static Variant variant(String text) {
    Variant variant = Variant.parse(text);
    if (!Experiments.awaitedMethods().contains(variant.method())) {
      Methods.named(variant.method());
    }
    return variant;
  }

  static int atLeastOne(String option, int value) {
    if (value < 1) {
      throw CoterieException.usage("%s is %d; it must be at least 1.".formatted(option, value));
    }
    return value;
  }
}
