package io.coterie.audit;

import io.coterie.CoterieException;
import io.coterie.audit.internal.membership.DpAudit;
import io.coterie.audit.internal.membership.DpWorlds;
import io.coterie.audit.internal.membership.Participation;
import io.coterie.audit.internal.membership.Recording;
import io.coterie.audit.internal.membership.ReleaseChannel;
import io.coterie.audit.internal.reconstruction.GraphRebuild;
import io.coterie.audit.internal.reconstruction.NearestMean;
import io.coterie.audit.internal.reconstruction.Reconstruction;
import io.coterie.audit.internal.totals.TotalsAudit;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Payload;
import io.coterie.message.internal.SiteStructure;
import io.coterie.method.Methods;
import io.coterie.plan.DpTerms;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Attacks what the first of the sites would send in a study, at that site, on its own records. The
 * study is rehearsed once in one process, with the other sites, for the coordinator's questions.
 *
 * @param plan of the study
 * @param options how hard to try
 * @param noise where the noise of each part of the work comes from: secure, or repeatable in tests
 */
public record PrivacyAudit(StudyPlan plan, Options options, IntFunction<NoiseSource> noise) {
  /**
   * How hard an audit tries.
   *
   * @param runs transcripts of each world
   * @param targets persons who are looked for
   */
  public record Options(int runs, int targets) {
    public static final int DEFAULT_RUNS = 4000;
    public static final int DEFAULT_TARGETS = 6;
    private static final int FEWEST_RUNS = 200;

    public Options {
      if (runs < FEWEST_RUNS) {
        throw CoterieException.usage(
            "--runs is %d; fewer than %d runs of each world show nothing."
                .formatted(runs, FEWEST_RUNS));
      }
      if (targets < 1) {
        throw CoterieException.usage("--targets is %d; it must be at least 1.".formatted(targets));
      }
    }
  }

  /** Runs all attacks on the first site. */
  public AuditReport run(List<SiteData> sites, Seed seed, Parallel parallel) {
    PrivacyLevel level = plan.privacy().level();
    boolean isPromised = level == PrivacyLevel.TOTALS || level == PrivacyLevel.DP;
    if (isPromised && isEmbedded()) {
      throw CoterieException.usage(
          ("An audit at level %s takes records as they are clustered, not as a frozen encoder"
                  + " gets them. Embed the records first, and audit anchor-graph with --input"
                  + " vectors.")
              .formatted(level.word()));
    }
    Matrix records = sites.get(0).records();
    Recording recording = Recording.of(plan, sites, seed, parallel);
    Optional<DpTerms> terms = plan.privacy().terms();
    if (terms.isPresent()) {
      int shares = terms.get().noiseShares();
      DpAudit audit =
          new DpAudit(
              terms.get(),
              DpWorlds.of(plan, recording.questions(), parallel),
              part -> ReleaseChannel.gate(noise.apply(part), shares),
              options);
      return audit.run(records, seed, parallel);
    }
    if (level == PrivacyLevel.TOTALS) {
      return new TotalsAudit(plan, parallel).run(recording, sites, seed);
    }
    Optional<Reconstruction> graph = graph(recording, records, parallel);
    if (graph.isPresent()) {
      return AuditReport.withoutGuarantee(level, graph, Optional.empty());
    }
    Optional<Participation> participation =
        means(recording)
            .map(
                means ->
                    Participation.of(
                        plan,
                        sites,
                        means,
                        (other, others) -> means(other).orElseThrow(),
                        seed,
                        parallel));
    return AuditReport.withoutGuarantee(
        level, participation.map(Participation::found), participation);
  }

  private static Optional<Reconstruction> graph(
      Recording recording, Matrix records, Parallel parallel) {
    for (Payload reply : recording.replies()) {
      if (reply instanceof SiteStructure structure && structure.graph().memberships().size() > 0) {
        Matrix points = recording.representation().apply(records, parallel);
        return Optional.of(GraphRebuild.of(points, structure.graph(), parallel));
      }
    }
    return Optional.empty();
  }

  /**
   * Finds the means that the first site sends, in the space of its records before any metric is
   * learned; else in that of the model, which networks map to.
   */
  private Optional<Participation.Means> means(Recording recording) {
    List<Representation> ways =
        isEmbedded()
            ? List.of(recording.representation())
            : List.of(recording.preparation(), recording.representation());
    for (Representation way : ways) {
      int dimension = way.outputDimension(plan.input().dimension());
      Optional<NearestMean> sent = NearestMean.sent(recording.replies(), dimension);
      if (sent.isPresent()) {
        return Optional.of(new Participation.Means(sent.get(), way));
      }
    }
    return Optional.empty();
  }

  /** Returns whether the method clusters what a network made of the records before the study. */
  private boolean isEmbedded() {
    return !Methods.of(plan).clustered(plan).equals(plan);
  }
}
