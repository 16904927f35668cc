package io.coterie.audit.internal.membership;

import io.coterie.CoterieException;
import io.coterie.audit.AuditCheck;
import io.coterie.audit.AuditReport;
import io.coterie.audit.PrivacyAudit;
import io.coterie.audit.PrivacyClaim;
import io.coterie.audit.internal.reconstruction.Reconstruction;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.plan.DpTerms;
import io.coterie.plan.PublicBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Tests the promise of level dp on a site's own records.
 *
 * @param terms what is promised
 * @param worlds makes exact sums from records
 * @param borders what the coordinator sees of them, one for each part of the work
 * @param options how hard to try
 */
public record DpAudit(
    DpTerms terms,
    DpWorlds worlds,
    IntFunction<ReleaseChannel> borders,
    PrivacyAudit.Options options) {
  /** Chance that a bound on ε is wrong, over all persons together. */
  private static final double ALPHA = 0.05;

  private static final double CONFIDENCE = 1 - ALPHA;

  /** Rounding of what steps add up to is no overspending. */
  private static final double SLACK = 1e-6;

  public AuditReport run(Matrix given, Seed seed, Parallel parallel) {
    Matrix records = filled(given);
    ExactTranscript world = worlds.of(records);
    PrivacyClaim claim = PrivacyClaim.of(terms, world);
    List<AuditCheck> checks = new ArrayList<>();
    double stated = claim.epsilonOf(world.stated());
    checks.add(
        upTo("epsilon of all steps as stated", stated, claim.budget().epsilon() * (1 + SLACK)));
    boolean isWhole = areWhole(world);
    checks.add(new AuditCheck("replies that are whole numbers alone", isWhole ? 1 : 0, 1, isWhole));
    // The attacks compute with whole numbers, and the promise is broken already.
    if (!isWhole) {
      return new AuditReport(claim, checks, List.of(), Optional.empty(), Optional.empty());
    }
    Optional<PublicBounds> bounds = terms.bounds();
    List<TargetResult> results = new ArrayList<>();
    List<Target> targets = Target.choose(records, bounds, options.targets(), seed);
    for (Target target : targets) {
      ExactTranscript with = worlds.of(target.with(records, claim.recordsPerPerson()));
      WorldPair pair = WorldPair.of(worlds.of(target.without(records)), with);
      ShadowRuns runs = ShadowRuns.of(pair, options.runs(), borders, parallel);
      // Each person's bound may be wrong by an equal share of what all may be wrong together.
      double epsilon = runs.epsilonLowerBound(claim.budget().delta(), ALPHA / targets.size());
      results.add(
          new TargetResult(
              target.kind(), epsilon, runs.divergence(), runs.separation(), runs.auc()));
    }
    addWorst(checks, results, claim);
    OneRun canaries =
        Canaries.in(records.columns(), bounds, seed).play(records, worlds, borders.apply(0), seed);
    double oneRun = canaries.epsilonLowerBound(claim.budget().delta(), CONFIDENCE);
    checks.add(upTo("epsilon shown by canaries", oneRun, claim.budget().epsilon()));
    Reconstruction guess = InformedGuess.of(records, bounds, worlds, borders.apply(1), seed);
    return new AuditReport(claim, checks, results, Optional.of(canaries), Optional.of(guess));
  }

  /**
   * A site takes a missing value for the middle of its public bounds. With the middle in its place
   * the sums are the same, and attacks can measure how far records are from one another.
   */
  private Matrix filled(Matrix records) {
    boolean hasMissing = false;
    for (double value : records.array()) {
      hasMissing |= Double.isNaN(value);
    }
    if (hasMissing && terms.bounds().isEmpty()) {
      throw CoterieException.badData(
          "An audit at level dp of records with missing values needs public bounds (--bounds), in"
              + " the middle of which a missing value is taken to be. State them, or leave such"
              + " records out (--missing drop).");
    }
    return hasMissing
        ? records.map(
            (i, j, value) ->
                Double.isNaN(value)
                    ? 0.5
                        * (terms.bounds().get().lower().at(j) + terms.bounds().get().upper().at(j))
                    : value)
        : records;
  }

  /**
   * Noise that is added to a double is rounded, and which doubles can come out then depends on the
   * exact value: the low bits give it away (I. Mironov. <i>On Significance of the Least Significant
   * Bits for Differential Privacy</i>. CCS 2012).
   */
  private boolean areWhole(ExactTranscript world) {
    ReleaseChannel border = borders.apply(0);
    for (ExactTranscript.Release release : world.releases()) {
      Payload reply = border.release(release.step(), release.blocks());
      if (!(reply instanceof NoisyTotals)
          || !reply.fields().stream()
              .allMatch(field -> field instanceof Field.Longs || field instanceof Field.Text)) {
        return false;
      }
    }
    return true;
  }

  private static AuditCheck upTo(String name, double measured, double limit) {
    return new AuditCheck(name, measured, limit, measured <= limit);
  }

  /** What is measured with an error counts less three errors, so that chance alone passes. */
  private static void addWorst(
      List<AuditCheck> checks, List<TargetResult> results, PrivacyClaim claim) {
    double epsilon = 0;
    double divergence = Double.NEGATIVE_INFINITY;
    double separation = Double.NEGATIVE_INFINITY;
    double auc = Double.NEGATIVE_INFINITY;
    for (TargetResult result : results) {
      epsilon = Math.max(epsilon, result.epsilonLowerBound());
      divergence = Math.max(divergence, result.divergence().surely());
      separation = Math.max(separation, result.separation().surely());
      auc = Math.max(auc, result.auc().surely());
    }
    checks.add(upTo("epsilon shown by shadow runs", epsilon, claim.budget().epsilon()));
    checks.add(upTo("mean likelihood ratio, less 3 errors", divergence, claim.rho()));
    checks.add(upTo("separation of the worlds, less 3 errors", separation, claim.rho()));
    checks.add(upTo("membership AUC, less 3 errors", auc, claim.aucCeiling()));
  }
}
