package io.coterie.audit;

import io.coterie.audit.internal.membership.OneRun;
import io.coterie.audit.internal.membership.TargetResult;
import io.coterie.audit.internal.reconstruction.Reconstruction;
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
 */
public record AuditReport(
    PrivacyLevel level,
    AuditOutcome verdict,
    Optional<PrivacyClaim> claim,
    List<AuditCheck> checks,
    List<TargetResult> targets,
    Optional<OneRun> canaries,
    Optional<Reconstruction> reconstruction) {
  public AuditReport {
    checks = List.copyOf(checks);
    targets = List.copyOf(targets);
  }
}
