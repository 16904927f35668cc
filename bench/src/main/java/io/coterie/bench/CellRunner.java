package io.coterie.bench;

import io.coterie.bench.attack.PoisonedMethod;
import io.coterie.bench.attack.PoisoningAttack;
import io.coterie.federation.Federation;
import io.coterie.federation.RunResult;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.metrics.ExternalScores;
import io.coterie.metrics.TrueLabels;
import io.coterie.partition.Partition;
import io.coterie.partition.Partitioner;
import io.coterie.partition.Partitioners;
import io.coterie.plan.Budget;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.DpTerms;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs one cell as {@code coterie simulate} would with its seed, and scores it. The true number of
 * groups is told; the true groups are not.
 */
public final class CellRunner {
  private final Parallel parallel;

  CellRunner(Parallel parallel) {
    this.parallel = parallel;
  }

  /** Runs a cell; whatever goes wrong in it is a result. */
  CellResult run(BenchmarkRun cell, DataLibrary library) {
    long start = System.nanoTime();
    try {
      BenchData data = library.read(cell.entry(), cell.seed(), cell.split().sample());
      start = System.nanoTime();
      return run(cell, data);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError | LinkageError problem) {
      return new CellResult(
          Optional.empty(),
          Optional.of(CellResult.Failure.of(problem)),
          new CellResult.Cost((System.nanoTime() - start) / 1e9, 0, 0),
          Map.of());
    }
  }

  private CellResult run(BenchmarkRun cell, BenchData data) {
    long start = System.nanoTime();
    Seed seed = new Seed(cell.seed());
    Partition partition = partition(data, cell.split(), seed);
    StudyPlan plan = plan(cell.variant(), data, cell.input());
    if (cell.terms().isPresent()) {
      plan = plan.with(dp(cell));
    }
    Optional<PoisoningAttack> poison = PoisoningAttack.of(cell.variant().options());
    List<SiteData> sites = sites(data, partition);
    CourseWatch watch = new CourseWatch(cell.isFollowed());
    RunResult result;
    long bytes;
    if (poison.isPresent()) {
      result = poisoned(poison.get(), plan, partition, sites, seed);
      bytes = 0; // what liars send says nothing about the method
    } else if (cell.isFollowed() || cell.variant().method().equals(AblatedMethod.NAME)) {
      result =
          new ObservedFederation(cell.variant().find().orElseThrow(), plan, sites, seed)
              .run(parallel, watch);
      bytes = result.bytesOut();
    } else {
      ServedBytes served = new ServedBytes(sites.stream().map(SiteData::site).toList());
      result = new Federation(plan, sites, seed).run(parallel, served);
      bytes = served.bytes();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    CellResult.Scores scores =
        score(
            data,
            poison.map(lie -> lie.honest(partition)).orElse(partition.sites()),
            result.labels());
    return new CellResult(
        Optional.of(scores),
        Optional.empty(),
        new CellResult.Cost(seconds, result.rounds(), bytes),
        result.findings(),
        watch.course(data, partition, scores));
  }

  /** Runs with sites that lie about their records. */
  private RunResult poisoned(
      PoisoningAttack poison,
      StudyPlan plan,
      Partition partition,
      List<SiteData> sites,
      Seed seed) {
    List<String> liars = poison.names(partition);
    List<SiteData> claimed =
        sites.stream()
            .map(
                site ->
                    liars.contains(site.site()) && plan.input().kind().isTable()
                        ? SiteData.of(site.site(), poison.of(site.records(), false, seed))
                        : site)
            .toList();
    return new ObservedFederation(new PoisonedMethod(poison, liars, seed), plan, claimed, seed)
        .run(parallel, (question, replies) -> {});
  }

  public static Partition partition(BenchData data, BenchmarkRun.Split split, Seed seed) {
    return Partitioners.parse(split.partition())
        .split(
            Partitioner.Input.of(data.records().rows()).withStrata(data.truth().toArray()),
            split.sites(),
            seed.child("partition"));
  }

  public static StudyPlan plan(Variant variant, BenchData data, BenchmarkRun.Input input) {
    return new StudyPlan(
        variant.method(),
        ClusterCount.of(data.truth().classCount()),
        new InputPlan(data.kind(), data.records().columns(), input.scaling(), input.features()),
        variant.methodOptions(),
        variant.privacy());
  }

  public static PrivacyPlan dp(BenchmarkRun cell) {
    BenchmarkRun.Terms terms = cell.terms().orElseThrow();
    return PrivacyPlan.dp(
        new DpTerms(
            new Budget(terms.epsilon(), BenchmarkRun.Terms.DELTA),
            terms.noise(),
            cell.split().sites(),
            0,
            cell.entry().schema().records(),
            1,
            cell.entry().schema().bounds()));
  }

  public static List<SiteData> sites(BenchData data, Partition partition) {
    return partition.sites().stream()
        .map(site -> SiteData.made(site.name(), () -> data.records().selectRows(site.toArray())))
        .toList();
  }

  static CellResult.Scores score(
      BenchData data, List<Partition.Site> sites, Map<String, Labels> labels) {
    List<String> truth = new ArrayList<>();
    List<Integer> found = new ArrayList<>();
    int clusterCount = 1;
    List<String> names = data.truth().names();
    for (Partition.Site site : sites) {
      Labels own = labels.get(site.name());
      clusterCount = Math.max(clusterCount, own.clusterCount());
      int[] rows = site.toArray();
      for (int i = 0; i < rows.length; i++) {
        truth.add(names.get(data.truth().of(rows[i])));
        found.add(own.of(i));
      }
    }
    ExternalScores scores =
        ExternalScores.of(
            TrueLabels.of(truth),
            Labels.of(found.stream().mapToInt(Integer::intValue).toArray(), clusterCount));
    return new CellResult.Scores(scores.accuracy(), scores.nmi(), scores.ari());
  }
}
