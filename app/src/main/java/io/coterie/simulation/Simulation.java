package io.coterie.simulation;

import io.coterie.CoterieException;
import io.coterie.Seconds;
import io.coterie.data.DataSet;
import io.coterie.data.LabelLines;
import io.coterie.data.RecordIds;
import io.coterie.federation.Federation;
import io.coterie.federation.RecordEngine;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.IntVector;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.metrics.TrueLabels;
import io.coterie.model.Certainty;
import io.coterie.partition.Partition;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.report.PrivacySummary;
import io.coterie.report.RunLog;
import io.coterie.report.RunSummary;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A federation in one process: records, who holds them, and what is done.
 *
 * @param input the records and who holds which
 * @param seed for every random choice but secure noise
 * @param secureNoise whether privacy noise is real, so that the run cannot be repeated
 * @param engine that the sites run on; in this process without one
 */
public record Simulation(
    Input input,
    StudyPlan plan,
    Seed seed,
    boolean secureNoise,
    Optional<RecordEngine.Session> engine) {
  /** Makes a simulation that its seed repeats, noise and all. */
  public Simulation(Input input, StudyPlan plan, Seed seed) {
    this(input, plan, seed, false, Optional.empty());
  }

  public Simulation {
    if (plan.clusters().value() > input.data().size()) {
      throw CoterieException.badData(
          "%d clusters were asked for, but there are only %d records; ask for fewer."
              .formatted(plan.clusters().value(), input.data().size()));
    }
  }

  /**
   * The records of a simulation and who holds them.
   *
   * @param truth one label for each record, where somebody wrote them down; for scores and for
   *     skewing a simulation
   * @param partition who holds which
   * @param notes what the reader should know of them
   * @param ids what their owner calls them
   * @param levels of columns on whose levels the sites have yet to agree, by which all were read
   */
  public record Input(
      DataSet data,
      Optional<TrueLabels> truth,
      Partition partition,
      List<String> notes,
      Optional<RecordIds> ids,
      List<List<String>> levels) {
    /** Makes an input without ids. */
    public Input(
        DataSet data, Optional<TrueLabels> truth, Partition partition, List<String> notes) {
      this(data, truth, partition, notes, Optional.empty(), List.of());
    }

    /** Returns the same with the records' ids. */
    public Input withIds(Optional<RecordIds> names) {
      List<String> all = new ArrayList<>(notes);
      names.flatMap(RecordIds::duplicates).ifPresent(all::add);
      return new Input(data, truth, partition, all, names, levels);
    }

    /** Returns the same with the levels by which open columns were read. */
    public Input withLevels(List<List<String>> read) {
      return new Input(data, truth, partition, notes, ids, read);
    }

    public Input {
      notes = List.copyOf(notes);
      levels = List.copyOf(levels);
    }

    /** Returns the records of each site, which are copied when the site needs them. */
    public List<SiteData> siteData() {
      return partition.sites().stream()
          .map(
              site ->
                  SiteData.made(site.name(), () -> data.records().selectRows(site.toArray()))
                      .withLevels(levels))
          .toList();
    }
  }

  /**
   * How a simulation ended.
   *
   * @param lines the answer in order of the records, which they name by their rows
   * @param seen the records by whose distances the answer was scored
   */
  record Outcome(
      Simulation simulation,
      RunResult result,
      LabelLines lines,
      RunSummary.Scores scores,
      RunSummary.Seconds seconds,
      RunLog log,
      ScoringSample seen) {}

  Outcome run(Parallel parallel, RunListener listener) {
    long start = System.nanoTime();
    RunLog log = new RunLog();
    RunResult result = federate(parallel, log.and(listener));
    LabelLines lines = lines(input.partition(), result);
    double ran = Seconds.since(start);
    long scoring = System.nanoTime();
    Certainty certainty =
        result
            .model()
            .certainty(
                input.data().records(), lines.records().toArray(), lines.clusters(), parallel);
    ScoringSample seen =
        ScoringSample.of(plan.input(), input.data().records(), lines.records(), seed, parallel);
    RunSummary.Scores scores = seen.score(input.truth(), lines, parallel);
    RunSummary.Seconds seconds = new RunSummary.Seconds(ran, Seconds.since(scoring));
    return new Outcome(this, result, lines.withCertainty(certainty), scores, seconds, log, seen);
  }

  public RunResult federate(Parallel parallel, RunListener listener) {
    List<SiteData> sites = input.siteData();
    Federation federation =
        new Federation(
            plan,
            sites,
            seed,
            own -> secureNoise ? NoiseSource.secure() : NoiseSource.repeatable(own));
    return engine.isPresent()
        ? federation.run(parallel, listener, engine.get().host(plan, sites, seed))
        : federation.run(parallel, listener);
  }

  /**
   * Puts the sites' answers side by side, in order of the records: one line for each record, or
   * where sites overlap one for each site that holds it.
   */
  private static LabelLines lines(Partition partition, RunResult result) {
    int[] next = firstLines(partition);
    int count = next[next.length - 1];
    int[] rows = new int[count];
    String[] sites = new String[count];
    int[] clusters = new int[count];
    for (Partition.Site site : partition.sites()) {
      Labels labels = result.labels().get(site.name());
      int[] held = site.toArray();
      for (int i = 0; i < held.length; i++) {
        int line = next[held[i]]++;
        rows[line] = held[i];
        sites[line] = site.name();
        clusters[line] = labels.of(i);
      }
    }
    int clusterCount = result.model().clusters().clusterCount();
    return new LabelLines(
        IntVector.of(rows), Arrays.asList(sites), Labels.of(clusters, clusterCount));
  }

  /** Returns the first line of each record and, at the end, the number of lines. */
  private static int[] firstLines(Partition partition) {
    int records =
        partition.sites().stream()
            .flatMapToInt(site -> Arrays.stream(site.toArray()))
            .max()
            .orElse(-1);
    int[] first = new int[records + 2];
    for (Partition.Site site : partition.sites()) {
      for (int row : site.toArray()) {
        first[row + 1]++;
      }
    }
    Arrays.parallelPrefix(first, Integer::sum);
    return first;
  }

  String noiseWords() {
    return secureNoise ? PrivacySummary.SECURE : PrivacySummary.REPEATABLE;
  }
}
