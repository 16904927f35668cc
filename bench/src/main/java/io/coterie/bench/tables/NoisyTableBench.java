package io.coterie.bench.tables;

import io.coterie.bench.ResultTable;
import io.coterie.bench.tables.TableList.Entry;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.metrics.ExternalScores;
import io.coterie.metrics.TrueLabels;
import io.coterie.partition.Partition;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The default method at level dp on tables with columns of levels, beside level totals: how well
 * each finds the true groups, and how many records noise leaves where level totals puts them.
 *
 * @param epsilons budgets
 * @param noise who adds it
 */
public record NoisyTableBench(
    TableList list, int seeds, List<Double> epsilons, NoiseMode noise, Parallel parallel) {
  private static final double DELTA = 1e-5;

  /** Scores of one promise, seed by seed. */
  private record Scores(List<Double> accuracy, List<Double> nmi, List<Double> same) {
    Scores() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    void add(ExternalScores truth, double sameAsTotals) {
      accuracy.add(truth.accuracy());
      nmi.add(truth.nmi());
      same.add(sameAsTotals);
    }

    String words(boolean hasSame) {
      String own =
          "%s/%s ± %s"
              .formatted(
                  ScoreSum.score(mean(accuracy)),
                  ScoreSum.score(mean(nmi)),
                  ScoreSum.score(spread(nmi)));
      return hasSame ? "%s, same %s".formatted(own, ScoreSum.score(mean(same))) : own;
    }

    private static double mean(List<Double> values) {
      return values.stream().mapToDouble(x -> x).average().orElseThrow();
    }

    private static double spread(List<Double> values) {
      double mean = mean(values);
      return Math.sqrt(
          values.stream().mapToDouble(x -> (x - mean) * (x - mean)).average().orElseThrow());
    }
  }

  public ResultTable run(List<String> words, Consumer<String> progress) {
    List<List<String>> rows = new ArrayList<>();
    for (Entry entry : list.chosen(words)) {
      if (entry.known().isPresent()) {
        progress.accept(entry.name());
        rows.add(row(entry));
      }
    }
    List<String> header = new ArrayList<>(List.of("table", "records", "clusters", "level totals"));
    for (double epsilon : epsilons) {
      header.add("ε " + String.format(Locale.ROOT, "%s", epsilon).replaceFirst("\\.0$", ""));
    }
    return new ResultTable(
        "Tables at level dp: ACC/NMI, δ = 1e-5, noise %s, %d seeds".formatted(noise.word(), seeds),
        header,
        rows,
        List.of(
            "anchor-graph, 5 sites; ± is the standard deviation of NMI over seeds; same is the share"
                + " of records in the same cluster as at level totals (K = 10).",
            "Bounds of numbers are stated in bench/.../tables.json by what the columns are."));
  }

  private List<String> row(Entry entry) {
    TableData plain = TableData.read(list, entry);
    TableData bounded = TableData.read(list, entry, entry.known());
    int records = bounded.table().rows();
    Scores totals = new Scores();
    List<Scores> noisy = IntStream.range(0, epsilons.size()).mapToObj(e -> new Scores()).toList();
    for (int s = 0; s < seeds; s++) {
      Seed seed = new Seed(s);
      Partition partition = TableBench.dealt(records, seed);
      Labels exact = labels(plain, PrivacyPlan.totals(), partition, seed);
      TrueLabels reference =
          TrueLabels.of(IntStream.of(exact.toArray()).mapToObj(Integer::toString).toList());
      totals.add(ExternalScores.of(plain.truth(), exact), 1);
      for (int e = 0; e < epsilons.size(); e++) {
        Labels found = labels(bounded, promise(bounded, records, epsilons.get(e)), partition, seed);
        noisy
            .get(e)
            .add(
                ExternalScores.of(bounded.truth(), found),
                ExternalScores.of(reference, found).accuracy());
      }
    }
    List<String> row = new ArrayList<>(List.of(entry.name(), Integer.toString(records)));
    row.add(Integer.toString(plain.truth().classCount()));
    row.add(totals.words(false));
    noisy.forEach(scores -> row.add(scores.words(true)));
    return row;
  }

  private Labels labels(TableData data, PrivacyPlan privacy, Partition partition, Seed seed) {
    int clusters = data.truth().classCount();
    TableMethod.Task task = new TableMethod.Task(data.table(), clusters, partition, 1);
    return Labels.of(StudyMethod.at(privacy).labels(task, seed, parallel), clusters);
  }

  private PrivacyPlan promise(TableData data, int records, double epsilon) {
    return PrivacyPlan.dp(
        new DpTerms(
            new Budget(epsilon, DELTA), noise, TableBench.SITES, 0, records, 1, data.bounds()));
  }
}
