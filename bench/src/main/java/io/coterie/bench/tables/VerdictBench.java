package io.coterie.bench.tables;

import io.coterie.bench.BenchData;
import io.coterie.bench.Catalogue;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.ResultTable;
import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Methods;
import io.coterie.method.verdict.Verdict;
import io.coterie.partition.Partition;
import io.coterie.partition.Partitioner;
import io.coterie.partition.Partitioners;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.SiteData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What the default method at level totals finds where the number of clusters is left open: on
 * tables without groups, on data sets, and on tables. The true groups are read for the report only.
 *
 * @param folder of data sets
 * @param library of the same folder
 */
public record VerdictBench(Path folder, DataLibrary library, Seed seed, Parallel parallel) {
  private static final int SITES = 5;

  /** Larger sets are thinned. */
  private static final int MOST_RECORDS = 12_000;

  private static final List<String> HEADER =
      List.of("data", "true", "verdict", "clusters", "range", "evidence", "MB", "s");

  private record Subject(
      String name, int classes, InputPlan input, Matrix records, int sites, Seed seed) {}

  /** Runs tables without groups; dev tables were seen when limits were chosen, test tables not. */
  public ResultTable nulls(String set, int count, Consumer<String> progress) {
    Seed own = seed.child("null tables").child(set);
    List<List<String>> rows = new ArrayList<>();
    Map<String, Integer> kinds = new TreeMap<>();
    int number = 0;
    for (NullTable table : NullTable.draw(count, own)) {
      InputPlan input =
          InputPlan.automatic(InputKind.table(), table.records().columns())
              .withLevels(table.levels());
      List<String> row =
          row(
              new Subject(
                  table.name(),
                  1,
                  input,
                  table.records(),
                  table.sites(),
                  own.child("run").child(number++)),
              progress);
      kinds.merge(row.get(2).replaceAll("[:,].*", ""), 1, Integer::sum);
      rows.add(row);
    }
    return new ResultTable(
        "%d %s tables without groups".formatted(count, set),
        HEADER,
        rows,
        List.of("All: %s.".formatted(kinds)));
  }

  /** Runs data sets of the catalogue and tables. */
  public ResultTable sets(List<String> names, List<String> tables, Consumer<String> progress) {
    List<List<String>> rows = new ArrayList<>();
    Catalogue catalogue = Catalogue.builtIn();
    for (String name : names) {
      BenchData data = library.read(catalogue.named(name), seed.value(), MOST_RECORDS);
      rows.add(
          row(
              new Subject(
                  name,
                  data.truth().classCount(),
                  InputPlan.automatic(data.kind(), data.records().columns()),
                  data.records(),
                  SITES,
                  seed),
              progress));
    }
    TableList list = TableList.builtIn(folder);
    for (TableList.Entry entry :
        tables.isEmpty() ? List.<TableList.Entry>of() : list.chosen(tables)) {
      TableData data = TableData.read(list, entry);
      MixedTable table = data.table();
      rows.add(
          row(
              new Subject(
                  entry.name(),
                  data.truth().classCount(),
                  InputPlan.automatic(InputKind.table(), table.records().columns())
                      .withLevels(table.levels()),
                  table.records(),
                  SITES,
                  seed),
              progress));
    }
    return new ResultTable("Data sets and tables", HEADER, rows, List.of());
  }

  private List<String> row(Subject subject, Consumer<String> progress) {
    long start = System.nanoTime();
    List<String> row = new ArrayList<>(List.of(subject.name(), "" + subject.classes()));
    try {
      RunResult result = run(subject);
      Map<String, String> findings = result.findings();
      row.add(findings.getOrDefault(Verdict.FINDING, "-"));
      row.add("" + result.model().clusters().clusterCount());
      row.add(findings.getOrDefault("range", "-"));
      row.add(findings.getOrDefault("evidence", "-"));
      row.add(String.format(Locale.ROOT, "%.2f", result.bytesOut() / 1e6 / subject.sites()));
    } catch (io.coterie.CoterieException e) {
      row.addAll(List.of("refused", "-", "-", e.getMessage(), "-"));
    }
    row.add(String.format(Locale.ROOT, "%.1f", (System.nanoTime() - start) / 1e9));
    progress.accept(String.join(" | ", row));
    return row;
  }

  private RunResult run(Subject subject) {
    StudyPlan plan =
        new StudyPlan(
            Methods.DEFAULT,
            ClusterCount.auto(),
            subject.input(),
            MethodOptions.none().with("verdict", "on"),
            PrivacyPlan.totals());
    Partition partition =
        Partitioners.parse("iid")
            .split(
                Partitioner.Input.of(subject.records().rows()),
                subject.sites(),
                subject.seed().child("partition"));
    List<SiteData> sites =
        partition.sites().stream()
            .map(site -> SiteData.of(site.name(), subject.records().selectRows(site.toArray())))
            .toList();
    return new Federation(plan, sites, subject.seed()).run(parallel, RunListener.none());
  }
}
