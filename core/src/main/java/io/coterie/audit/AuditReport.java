package io.coterie.audit;

import io.coterie.audit.internal.membership.OneRun;
import io.coterie.audit.internal.membership.Participation;
import io.coterie.audit.internal.membership.TargetResult;
import io.coterie.audit.internal.reconstruction.Reconstruction;
import io.coterie.audit.internal.totals.Unprotected;
import io.coterie.plan.PrivacyLevel;
import java.util.List;
import java.util.Optional;

/**
 * What the attacks on a site's own messages found.
 *
 * @param level of the study
 * @param verdict how it ended
 * @param claim what was promised, at the level that promises something
 * @param checks all tests of the promise
 * @param targets how well single persons are found out
 * @param canaries the game with canaries
 * @param reconstruction records as an attacker states them
 * @param participation what means tell because the site takes part, at levels without noise
 * @param unprotected what level totals does not promise to hide
 */
public record AuditReport(
    PrivacyLevel level,
    AuditOutcome verdict,
    Optional<PrivacyClaim> claim,
    List<AuditCheck> checks,
    List<TargetResult> targets,
    Optional<OneRun> canaries,
    Optional<Reconstruction> reconstruction,
    Optional<Participation> participation,
    Optional<Unprotected> unprotected) {
  public AuditReport {
    checks = List.copyOf(checks);
    targets = List.copyOf(targets);
  }

  /** Returns the report of a level that promises nothing. */
  static AuditReport withoutGuarantee(
      PrivacyLevel level,
      Optional<Reconstruction> reconstruction,
      Optional<Participation> participation) {
    return new AuditReport(
        level,
        AuditOutcome.NO_GUARANTEE,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        reconstruction,
        participation,
        Optional.empty());
  }

  /** Makes the report of level totals, of which the verdict follows from the checks. */
  public AuditReport(
      List<AuditCheck> checks, Participation participation, Unprotected unprotected) {
    this(
        PrivacyLevel.TOTALS,
        AuditOutcome.of(checks),
        Optional.empty(),
        checks,
        List.of(),
        Optional.empty(),
        Optional.of(participation.found()),
        Optional.of(participation),
        Optional.of(unprotected));
  }

  /** Makes the report of level dp, of which the verdict follows from the checks. */
  public AuditReport(
      PrivacyClaim claim,
      List<AuditCheck> checks,
      List<TargetResult> targets,
      Optional<OneRun> canaries,
      Optional<Reconstruction> reconstruction) {
    this(
        PrivacyLevel.DP,
        AuditOutcome.of(checks),
        Optional.of(claim),
        checks,
        targets,
        canaries,
        reconstruction,
        Optional.empty(),
        Optional.empty());
  }
}
