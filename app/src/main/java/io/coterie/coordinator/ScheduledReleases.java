package io.coterie.coordinator;

import io.coterie.method.strict.StrictSchedule;
import io.coterie.method.strict.StrictStep;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.report.PrivacySummary;
import io.coterie.report.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the rounds of a strict study cost each site that answered them, as its coordinator knows it:
 * a site answers the steps of the schedule in their order, each once, and refuses any other. Its
 * own ledger has what it spent; that is never more.
 *
 * @param plan of the study
 * @param rounds that were answered
 */
record ScheduledReleases(StudyPlan plan, int rounds) {
  /** Returns what was agreed on with the steps that were taken and their sum. */
  RunSummary.Privacy privacy() {
    List<StrictStep> schedule = StrictSchedule.of(plan).steps();
    List<StrictStep> taken = schedule.subList(0, Math.min(rounds, schedule.size()));
    PrivacyLoss spent =
        taken.stream().map(StrictStep::total).reduce(PrivacyLoss.none(), PrivacyLoss::plus);
    List<RunSummary.Step> steps = new ArrayList<>();
    for (StrictStep step : taken) {
      List<RunSummary.Block> blocks = new ArrayList<>();
      step.losses().forEach((block, loss) -> blocks.add(RunSummary.Block.of(block, loss)));
      steps.add(new RunSummary.Step(steps.size() + 1, step.kind(), blocks));
    }
    return new PrivacySummary(plan).after(Optional.of(spent), Optional.empty(), Optional.of(steps));
  }
}
