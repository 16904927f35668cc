package io.coterie.bench.bytes;

import io.coterie.bench.BenchData;
import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.BenchmarkRun.Split;
import io.coterie.bench.Catalogue;
import io.coterie.bench.CellResult;
import io.coterie.bench.CellRunner;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.Variant;
import io.coterie.bench.bytes.ByteTable.Sent;
import io.coterie.bench.bytes.ByteTable.Way;
import io.coterie.bench.paper.GridParts;
import io.coterie.bench.paper.Setup;
import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Methods;
import io.coterie.partition.Partition;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Counts what each method sends at each of its levels, beside the records themselves. The runs are
 * those of {@code coterie simulate} with seed 0, and the bytes those of its traffic log.
 */
public record ByteBench(Setup setup, DataLibrary library, Parallel parallel) {
  /** The budget of level dp: how many bytes there are hardly depends on it. */
  private static final double EPSILON = 1;

  /** Runs everything; the listener takes a line for each run that has ended. */
  public ByteReport run(String command, String version, Consumer<String> listener) {
    List<ByteTable> tables = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    GridParts parts = new GridParts(setup, library);
    for (Catalogue.Entry entry : parts.data("iris", "wdbc", "usps")) {
      DataLibrary.Availability there = library.availability(entry);
      if (there.isPresent()) {
        tables.add(table(entry, parts.sites(entry), parts.methods(federated()), listener));
      }
      if (!there.remark().isEmpty()) {
        missing.add("%s: %s.".formatted(entry.title(), there.remark()));
      }
    }
    return new ByteReport(command, version, tables, missing);
  }

  /** Returns the methods whose records stay, but those that train networks for minutes. */
  private static String[] federated() {
    return Methods.all().values().stream()
        .filter(FederatedMethod::isFederated)
        .map(FederatedMethod::name)
        .filter(name -> !GridParts.isAddOn(name))
        .toArray(String[]::new);
  }

  private ByteTable table(
      Catalogue.Entry entry, int sites, List<Variant> variants, Consumer<String> listener) {
    Split split = Split.iid(sites, setup.sample());
    BenchData data = library.read(entry, 0, split.sample());
    List<ByteTable.Row> rows = new ArrayList<>();
    for (Variant variant : variants) {
      for (Way way : ways(variant, sites)) {
        ByteTable.Row row = row(way, data, split);
        rows.add(row);
        listener.accept(
            "%s on %s: %s"
                .formatted(
                    way,
                    entry.name(),
                    row.sent()
                        .map(sent -> "%,d bytes from the sites".formatted(sent.bytesOut()))
                        .orElse(row.problem())));
      }
    }
    return new ByteTable(entry, sites, RecordBytes.of(data.records()), rows);
  }

  /** Returns a method's levels, each with masks and without where it has both. */
  static List<Way> ways(Variant variant, int sites) {
    return variant.find().stream()
        .flatMap(method -> method.levels().stream())
        .sorted()
        .flatMap(level -> sums(level, sites).map(sums -> new Way(variant, level, sums)))
        .toList();
  }

  private static Stream<SumMode> sums(PrivacyLevel level, int sites) {
    if (level == PrivacyLevel.TOTALS) {
      return Stream.of(SumMode.MASKED);
    }
    return level == PrivacyLevel.PAPER || sites < SumMode.FEWEST_SITES
        ? Stream.of(SumMode.PLAIN)
        : Stream.of(SumMode.MASKED, SumMode.PLAIN);
  }

  private ByteTable.Row row(Way way, BenchData data, Split split) {
    Seed seed = new Seed(0);
    Partition partition = CellRunner.partition(data, split, seed);
    try {
      StudyPlan plan =
          CellRunner.plan(way.variant(), data, BenchmarkRun.Input.AUTO)
              .with(privacy(way, data, split));
      Federation federation = new Federation(plan, CellRunner.sites(data, partition), seed);
      RunResult result = federation.run(parallel, RunListener.none());
      return new ByteTable.Row(
          way, Optional.of(new Sent(result.rounds(), result.bytesOut(), result.bytesIn())), "");
    } catch (RuntimeException | OutOfMemoryError problem) {
      CellResult.Failure failure = CellResult.Failure.of(problem);
      return new ByteTable.Row(
          way,
          Optional.empty(),
          failure.message().isEmpty() ? "failed: " + failure.kind() : failure.message());
    }
  }

  private static PrivacyPlan privacy(Way way, BenchData data, Split split) {
    return switch (way.level()) {
      case PAPER -> PrivacyPlan.paper();
      case COMPONENT -> PrivacyPlan.component().with(way.sums());
      case TOTALS -> PrivacyPlan.totals();
      case DP ->
          CellRunner.dp(
              BenchmarkRun.dp(
                  way.variant(),
                  data.entry(),
                  split,
                  new BenchmarkRun.Terms(
                      EPSILON,
                      way.sums() == SumMode.MASKED ? NoiseMode.SECURE_SUMS : NoiseMode.LOCAL)));
    };
  }
}
