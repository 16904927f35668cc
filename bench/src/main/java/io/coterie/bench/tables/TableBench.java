package io.coterie.bench.tables;

import io.coterie.bench.ResultTable;
import io.coterie.bench.tables.TableList.Entry;
import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.method.Methods;
import io.coterie.metrics.ExternalScores;
import io.coterie.partition.Partition;
import io.coterie.partition.Partitioner;
import io.coterie.partition.Partitioners;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.SiteData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The default method at level totals on tables, and pooled methods on the same records as numbers.
 * The number of clusters is that of the true groups, which are read for scores only.
 *
 * @param folder of data sets
 * @param holes which values are made missing
 */
public record TableBench(
    Path folder, int seeds, int smallestGroup, Holes holes, Parallel parallel) {
  static final int SITES = 5;
  private static final List<String> POOLED =
      List.of("central-kmeans", "central-gmm", "central-spectral");

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

  /** ACC and NMI, added up over seeds. */
  private record Sum(double accuracy, double nmi, double squares) {
    static final Sum ZERO = new Sum(0, 0, 0);

    Sum and(ExternalScores scores) {
      return new Sum(
          accuracy + scores.accuracy(),
          nmi + scores.nmi(),
          squares + scores.accuracy() * scores.accuracy());
    }
  }

  /** Scores each table; groups of tables get a mean. */
  public ResultTable run(List<String> words, Consumer<String> progress) {
    TableList list = TableList.builtIn();
    List<List<String>> rows = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    List<double[]> means = new ArrayList<>();
    for (Entry entry : list.chosen(words)) {
      progress.accept(entry.name());
      TableData data = TableData.read(folder, list, entry);
      Sum[] sums = scored(data);
      List<String> row = new ArrayList<>(List.of(entry.name(), entry.group()));
      double spread = Math.sqrt(Math.max(0, sums[0].squares / seeds - square(sums[0].accuracy)));
      for (int m = 0; m < sums.length; m++) {
        String own = score(sums[m].accuracy / seeds) + "/" + score(sums[m].nmi / seeds);
        row.add(m == 0 ? own + " ± " + score(spread) : own);
      }
      rows.add(row);
      if (!groups.contains(entry.group())) {
        groups.add(entry.group());
        means.add(new double[1 + 2 * sums.length]);
      }
      double[] mean = means.get(groups.indexOf(entry.group()));
      mean[0]++;
      for (int m = 0; m < sums.length; m++) {
        mean[1 + 2 * m] += sums[m].accuracy / seeds;
        mean[2 + 2 * m] += sums[m].nmi / seeds;
      }
    }
    for (int g = 0; g < groups.size(); g++) {
      double[] mean = means.get(g);
      List<String> row = new ArrayList<>(List.of("mean of " + (int) mean[0], groups.get(g)));
      for (int m = 0; 2 + 2 * m < mean.length; m++) {
        row.add(score(mean[1 + 2 * m] / mean[0]) + "/" + score(mean[2 + 2 * m] / mean[0]));
      }
      rows.add(row);
    }
    List<String> header = new ArrayList<>(List.of("table", "group", "anchor-graph"));
    header.addAll(POOLED);
    return new ResultTable(
        "Tables: ACC/NMI, K = %d, holes %s, %d seeds"
            .formatted(smallestGroup, holes.name().toLowerCase(Locale.ROOT), seeds),
        header,
        rows,
        List.of(
            "anchor-graph at level totals, 5 sites; ± is the standard deviation of ACC over seeds.",
            "Pooled methods get z-scores and indicators of levels, means for missing values."));
  }

  private double square(double sum) {
    return sum / seeds * (sum / seeds);
  }

  private Sum[] scored(TableData whole) {
    Sum[] sums = new Sum[1 + POOLED.size()];
    Arrays.fill(sums, Sum.ZERO);
    for (int s = 0; s < seeds; s++) {
      Seed seed = new Seed(s);
      Partition partition = dealt(whole.records().rows(), seed);
      List<int[]> rows = partition.sites().stream().map(Partition.Site::toArray).toList();
      TableData data = whole.with(holes, rows, seed);
      sums[0] =
          sums[0].and(
              run(
                  plan(data, PrivacyPlan.totals(smallestGroup)),
                  data.records(),
                  partition,
                  data,
                  seed));
      Matrix numbers = data.asNumbers();
      for (int m = 0; m < POOLED.size(); m++) {
        StudyPlan pooled =
            new StudyPlan(
                POOLED.get(m),
                ClusterCount.of(data.truth().classCount()),
                new InputPlan(InputKind.table(), numbers.columns(), Scaling.NONE, FeatureMap.NONE),
                MethodOptions.none(),
                PrivacyPlan.component());
        sums[1 + m] = sums[1 + m].and(run(pooled, numbers, partition, data, seed));
      }
    }
    return sums;
  }

  private ExternalScores run(
      StudyPlan plan, Matrix records, Partition partition, TableData data, Seed seed) {
    return ExternalScores.of(data.truth(), labels(plan, records, partition, seed, parallel));
  }

  /** Returns the cluster of each record in a study of these sites. */
  static Labels labels(
      StudyPlan plan, Matrix records, Partition partition, Seed seed, Parallel parallel) {
    List<SiteData> sites =
        partition.sites().stream()
            .map(site -> SiteData.of(site.name(), records.selectRows(site.toArray())))
            .toList();
    RunResult result = new Federation(plan, sites, seed).run(parallel, RunListener.none());
    int[] found = new int[records.rows()];
    for (Partition.Site site : partition.sites()) {
      int[] rows = site.toArray();
      for (int i = 0; i < rows.length; i++) {
        found[rows[i]] = result.labels().get(site.name()).of(i);
      }
    }
    return Labels.of(found, plan.clusters().value());
  }

  static Partition dealt(int records, Seed seed) {
    return Partitioners.parse("iid")
        .split(Partitioner.Input.of(records), SITES, seed.child("partition"));
  }

  /** Returns the plan of the default method with a promise. */
  static StudyPlan plan(TableData data, PrivacyPlan privacy) {
    return new StudyPlan(
        Methods.DEFAULT,
        ClusterCount.of(data.truth().classCount()),
        InputPlan.automatic(InputKind.table(), data.records().columns()).withLevels(data.levels()),
        MethodOptions.none(),
        privacy);
  }

  static String score(double value) {
    return String.format(Locale.ROOT, "%.3f", value).replaceFirst("^0", "");
  }
}
