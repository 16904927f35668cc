package io.coterie.bench.tables;

import io.coterie.CoterieException;
import io.coterie.bench.BenchData;
import io.coterie.bench.Catalogue;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.ResultTable;
import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Methods;
import io.coterie.method.fit.SiteFit;
import io.coterie.metrics.TrueLabels;
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
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Whether a site whose records have a mistake finds out, and the others do not. The default method
 * at level totals; the first of five sites is altered. The true groups skew the sites and give the
 * number of clusters.
 *
 * @param folder of data sets
 * @param library of the same folder
 */
public record FitBench(Path folder, DataLibrary library, int seeds, Parallel parallel) {
  private static final int SITES = 5;

  /** Sites are given so many records at least. */
  private static final int LEAST_RECORDS = 15;

  /** Larger sets are thinned. */
  private static final int MOST_RECORDS = 5_000;

  private static final List<String> HEADER =
      List.of(
          "first site",
          "its columns flagged",
          "named right",
          "other sites flagged",
          "called a mistake",
          "clusters of one site");

  private record Subject(String name, MixedTable table, TrueLabels truth) {}

  /** Runs every mistake on data sets and tables whose sites are dealt in one way. */
  public ResultTable run(
      String partition, List<String> names, List<String> tables, Consumer<String> progress) {
    List<Subject> subjects = subjects(names, tables);
    List<List<String>> rows = new ArrayList<>();
    for (FitMistake mistake : FitMistake.values()) {
      Counts counts = new Counts();
      for (Subject subject : subjects) {
        for (int seed = 0; mistake.isFor(subject.table()) && seed < seeds; seed++) {
          progress.accept(
              "%s, %s, %s, seed %d: %s"
                  .formatted(
                      partition,
                      mistake.words(),
                      subject.name(),
                      seed,
                      counts.add(mistake, run(subject, partition, mistake, new Seed(seed)))));
        }
      }
      rows.add(counts.row(mistake));
    }
    return new ResultTable(
        "%d sites, %s, %d seeds".formatted(SITES, partition, seeds), HEADER, rows, List.of());
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Outcome(RunResult result, int[] columns) {}

  /** Adds up what sites found. */
  private static final class Counts {
    private int runs;
    private int found;
    private int named;
    private int others;
    private int flagged;
    private int accused;
    private int ownClusters;

    String add(FitMistake mistake, Outcome outcome) {
      runs++;
      StringBuilder words = new StringBuilder();
      for (var entry : outcome.result().fits().entrySet()) {
        SiteFit fit = entry.getValue();
        if (entry.getKey().equals("site-1")) {
          found += mistake.isFound(fit, outcome.columns()) ? 1 : 0;
          named += mistake.isNamed(fit, outcome.columns()) ? 1 : 0;
          ownClusters += fit.ownClusters().isEmpty() ? 0 : 1;
        } else {
          others++;
          flagged += fit.columns().isEmpty() ? 0 : 1;
          accused += fit.isMisfit() ? 1 : 0;
        }
        List<String> said = fit.words(column -> "column " + (column + 1));
        if (!said.isEmpty()) {
          words.append(entry.getKey()).append(' ').append(said).append(' ');
        }
      }
      return words.toString().strip();
    }

    List<String> row(FitMistake mistake) {
      return List.of(
          mistake.words(),
          "%d of %d".formatted(found, runs),
          mistake == FitMistake.NONE ? "-" : "%d".formatted(named),
          "%d of %d".formatted(flagged, others),
          "%d".formatted(accused),
          "%d".formatted(ownClusters));
    }
  }

  private List<Subject> subjects(List<String> names, List<String> tables) {
    List<Subject> subjects = new ArrayList<>();
    for (String name : names) {
      BenchData data = library.read(Catalogue.builtIn().named(name), 0, MOST_RECORDS);
      IntVector numbers = IntVector.of(new int[data.records().columns()]);
      subjects.add(new Subject(name, new MixedTable(data.records(), numbers), data.truth()));
    }
    TableList list = TableList.builtIn(folder);
    for (TableList.Entry entry :
        tables.isEmpty() ? List.<TableList.Entry>of() : list.chosen(tables)) {
      TableData data = TableData.read(list, entry);
      subjects.add(new Subject(entry.name(), data.table(), data.truth()));
    }
    if (subjects.isEmpty()) {
      throw CoterieException.usage("Name data sets with --data or tables with --tables.");
    }
    return subjects;
  }

  private Outcome run(Subject subject, String partition, FitMistake mistake, Seed seed) {
    Matrix records = subject.table().records();
    Seed own = seed.child(subject.name());
    List<SiteData> sites = new ArrayList<>();
    int[] columns = {};
    for (Partition.Site site : deal(subject, partition, own.child("partition")).sites()) {
      Matrix held = records.selectRows(site.toArray());
      if (sites.isEmpty()) {
        FitMistake.Altered altered =
            mistake.of(subject.table(), held, own.child("mistake").random());
        held = altered.records();
        columns = altered.columns();
      }
      sites.add(SiteData.of(site.name(), held));
    }
    StudyPlan plan =
        new StudyPlan(
            Methods.DEFAULT,
            ClusterCount.of(Math.max(2, subject.truth().classCount())),
            InputPlan.automatic(InputKind.table(), records.columns())
                .withLevels(subject.table().levels()),
            MethodOptions.none(),
            PrivacyPlan.totals());
    return new Outcome(
        new Federation(plan, sites, seed).run(parallel, RunListener.none()), columns);
  }

  /** Deals the records, and moves some to sites that would have too few. */
  private static Partition deal(Subject subject, String partition, Seed seed) {
    int[] strata = new int[subject.table().rows()];
    for (int i = 0; i < strata.length; i++) {
      strata[i] = subject.truth().of(i);
    }
    Partitioner.Input input = Partitioner.Input.of(strata.length).withStrata(strata);
    Partition dealt = Partitioners.parse(partition).split(input, SITES, seed.child("deal"));
    int[] holder = new int[strata.length];
    int[] sizes = new int[SITES];
    for (int s = 0; s < SITES; s++) {
      for (int record : dealt.sites().get(s).toArray()) {
        holder[record] = s;
        sizes[s]++;
      }
    }
    SplittableRandom random = seed.child("fill").random();
    for (int s = 0; s < SITES; s++) {
      while (sizes[s] < LEAST_RECORDS) {
        int record = random.nextInt(strata.length);
        if (sizes[holder[record]] > LEAST_RECORDS) {
          sizes[holder[record]]--;
          holder[record] = s;
          sizes[s]++;
        }
      }
    }
    List<int[]> records = new ArrayList<>();
    for (int s = 0; s < SITES; s++) {
      int site = s;
      records.add(IntStream.range(0, holder.length).filter(i -> holder[i] == site).toArray());
    }
    return Partition.ofNamed(
        dealt.sites().stream().map(Partition.Site::name).toList(), records, input);
  }
}
