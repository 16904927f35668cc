package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.method.strict.StrictSchedule;
import io.coterie.method.strict.StrictStep;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.protocol.StudyPlan;
import java.util.List;

/**
 * What the rounds of a strict study cost each site that answered them, as its coordinator knows it:
 * a site answers the steps of the schedule in their order, each once, and refuses any other. Its
 * own ledger has what it spent; that is never more.
 *
 * @param plan of the study
 * @param rounds that were answered
 */
record ScheduledReleases(StudyPlan plan, int rounds) {
  /** Adds the steps and their sum to what is said of privacy. */
  void addTo(ObjectNode node) {
    List<StrictStep> schedule = StrictSchedule.of(plan).steps();
    List<StrictStep> taken = schedule.subList(0, Math.min(rounds, schedule.size()));
    PrivacyLoss spent =
        taken.stream().map(StrictStep::total).reduce(PrivacyLoss.none(), PrivacyLoss::plus);
    node.set("spent", new PrivacyStory(plan).json(spent));
    ArrayNode steps = node.putArray("steps");
    for (int i = 0; i < taken.size(); i++) {
      ArrayNode blocks =
          steps.addObject().put("round", i + 1).put("step", taken.get(i).kind()).putArray("blocks");
      taken.get(i).losses().forEach((block, loss) -> add(blocks.addObject(), block, loss));
    }
  }

  private static void add(ObjectNode node, String block, PrivacyLoss loss) {
    node.put("block", block);
    if (loss.pureEpsilon() > 0) {
      node.put("epsilon", loss.pureEpsilon());
    } else {
      node.put("rho", loss.rho());
    }
  }
}
