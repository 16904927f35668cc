package io.coterie.bench.tables;

import io.coterie.CoterieException;
import io.coterie.bench.ResultTable;
import io.coterie.bench.tables.TableList.Entry;
import io.coterie.bench.tables.TableMethod.Task;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.metrics.ExternalScores;
import io.coterie.partition.Partition;
import io.coterie.partition.Partitioner;
import io.coterie.partition.Partitioners;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The default method at level totals on tables, and pooled methods on the same records. The number
 * of clusters is that of the true groups, which are read for scores only.
 *
 * @param holes which values are made missing
 */
public record TableBench(
    TableList tables, int seeds, int smallestGroup, Holes holes, Parallel parallel) {
  static final int SITES = 5;

  /** Which values are made missing. */
  public enum Holes {
    NONE,
    /** Each with a chance of a fifth. */
    RANDOM,
    /** Larger numbers more often, a fifth in all; levels at random. */
    LARGE,
    /** Each site lacks three of ten columns; no column is missing at all of them. */
    COLUMNS
  }

  /** What is told while it runs. */
  public interface Progress {
    void begins(String table);

    /** A method refused a table, and why. */
    void refused(String method, String table, String reason);
  }

  /**
   * Scores each table; groups of tables get a mean over those tables that no method refused.
   *
   * @param words tables and groups; all where there is none
   * @param methodNames the usual methods where there is none
   */
  public ResultTable run(List<String> words, List<String> methodNames, Progress progress) {
    List<TableMethod> methods = TableMethods.chosen(methodNames);
    List<List<String>> rows = new ArrayList<>();
    Map<String, ScoreSum[]> groups = new LinkedHashMap<>();
    for (Entry entry : tables.chosen(words)) {
      progress.begins(entry.name());
      ScoreSum[] sums = scored(methods, entry, progress);
      List<String> row = new ArrayList<>(List.of(entry.name(), entry.group()));
      for (int m = 0; m < sums.length; m++) {
        String spread = m == 0 ? " ± " + sums[m].spread() : "";
        row.add(sums[m].count() < seeds ? "refused" : sums[m].means() + spread);
      }
      rows.add(row);
      if (Arrays.stream(sums).allMatch(sum -> sum.count() == seeds)) {
        ScoreSum[] group =
            groups.computeIfAbsent(entry.group(), name -> ScoreSum.zeros(sums.length));
        Arrays.setAll(group, m -> group[m].andMeanOf(sums[m]));
      }
    }
    groups.forEach(
        (group, sums) -> {
          List<String> row = new ArrayList<>(List.of("mean of " + sums[0].count(), group));
          Arrays.stream(sums).map(ScoreSum::means).forEach(row::add);
          rows.add(row);
        });
    List<String> header = new ArrayList<>(List.of("table", "group"));
    methods.forEach(method -> header.add(method.name()));
    return new ResultTable(
        "Tables: ACC/NMI, K = %d, holes %s, %d seeds"
            .formatted(smallestGroup, holes.name().toLowerCase(Locale.ROOT), seeds),
        header,
        rows,
        List.of(
            "anchor-graph at level totals, 5 sites; all others get the pooled records.",
            "± is the standard deviation of ACC over seeds, of the first method."));
  }

  private ScoreSum[] scored(List<TableMethod> methods, Entry entry, Progress progress) {
    TableData data = TableData.read(tables, entry);
    int clusters = data.truth().classCount();
    ScoreSum[] sums = ScoreSum.zeros(methods.size());
    for (int s = 0; s < seeds; s++) {
      Seed seed = new Seed(s);
      Partition partition = dealt(data.table().rows(), seed);
      List<int[]> rows = partition.sites().stream().map(Partition.Site::toArray).toList();
      Task task = new Task(data.with(holes, rows, seed), clusters, partition, smallestGroup);
      for (int m = 0; m < sums.length; m++) {
        try {
          int[] found = methods.get(m).labels(task, seed, parallel);
          sums[m] = sums[m].and(ExternalScores.of(data.truth(), Labels.of(found, clusters)));
        } catch (CoterieException e) {
          progress.refused(methods.get(m).name(), entry.name(), e.getMessage());
        }
      }
    }
    return sums;
  }

  static Partition dealt(int records, Seed seed) {
    return Partitioners.parse("iid")
        .split(Partitioner.Input.of(records), SITES, seed.child("partition"));
  }
}
