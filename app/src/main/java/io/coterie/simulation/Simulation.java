package io.coterie.simulation;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.Seconds;
import io.coterie.federation.Federation;
import io.coterie.federation.RecordEngine;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.metrics.ExternalScores;
import io.coterie.metrics.TrueLabels;
import io.coterie.partition.Partition;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.report.PrivacySummary;
import io.coterie.report.RunLog;
import io.coterie.report.RunSummary;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Optional;

/**
 * A federation in one process: records, who holds them, and what is done.
 *
 * @param input the records
 * @param partition who holds which
 * @param plan what is done
 * @param seed for every random choice but secure noise
 * @param secureNoise whether privacy noise is real, so that the run cannot be repeated
 * @param engine that the sites run on; in this process without one
 */
public record Simulation(
    LabelledData input,
    Partition partition,
    StudyPlan plan,
    Seed seed,
    boolean secureNoise,
    Optional<RecordEngine.Session> engine) {
  /** Makes a simulation that its seed repeats, noise and all. */
  public Simulation(LabelledData input, Partition partition, StudyPlan plan, Seed seed) {
    this(input, partition, plan, seed, false, Optional.empty());
  }

  public Simulation {
    requireNonNull(input, "input is null");
    requireNonNull(partition, "partition is null");
    requireNonNull(plan, "plan is null");
    requireNonNull(seed, "seed is null");
    requireNonNull(engine, "engine is null");
    if (plan.clusters().value() > input.data().size()) {
      throw CoterieException.badData(
          "%d clusters were asked for, but there are only %d records; ask for fewer."
              .formatted(plan.clusters().value(), input.data().size()));
    }
  }

  /**
   * How a simulation ended.
   *
   * @param result of the federation
   * @param placement the answer in order of the records
   * @param scores how good the answer is
   * @param seconds how long it took
   * @param log what happened on the way
   * @param seen the records that were looked at as the model sees them
   */
  record Outcome(
      RunResult result,
      LabelTable placement,
      RunSummary.Scores scores,
      RunSummary.Seconds seconds,
      RunLog log,
      ScoringSample seen) {}

  Outcome run(Parallel parallel, RunListener listener) {
    long start = System.nanoTime();
    RunLog log = new RunLog();
    RunResult result = federate(parallel, log.and(listener));
    LabelTable placement = LabelTable.of(partition, result);
    double ran = Seconds.since(start);
    long scoring = System.nanoTime();
    ScoringSample seen =
        ScoringSample.of(
            result.model().representation(),
            input.data().records(),
            placement.rows(),
            seed,
            parallel);
    RunSummary.Scores scores = score(placement, seen, parallel);
    return new Outcome(
        result, placement, scores, new RunSummary.Seconds(ran, Seconds.since(scoring)), log, seen);
  }

  /** Runs the federation alone, without scores. */
  public RunResult federate(Parallel parallel, RunListener listener) {
    Matrix records = input.data().records();
    List<SiteData> sites =
        partition.sites().stream()
            .map(site -> SiteData.made(site.name(), () -> records.selectRows(site.toArray())))
            .toList();
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

  /** Returns what every report says of the noise. */
  String noiseWords() {
    return secureNoise ? PrivacySummary.SECURE : PrivacySummary.REPEATABLE;
  }

  private RunSummary.Scores score(LabelTable placement, ScoringSample seen, Parallel parallel) {
    Optional<ExternalScores> external =
        input.truthOf(placement.rows()).map(truth -> external(truth, placement));
    return Scores.of(external, seen.score(placement.clusters(), parallel), seen.isSample());
  }

  private static ExternalScores external(TrueLabels truth, LabelTable placement) {
    return ExternalScores.of(truth, placement.clusters());
  }
}
