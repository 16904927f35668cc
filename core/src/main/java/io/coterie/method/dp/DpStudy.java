package io.coterie.method.dp;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Diagnostics;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.model.ClusterModel;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.Mechanism;

/**
 * What every route of the coordinator knows.
 *
 * @param schedule what the sites agreed to
 * @param input how records get into the unit ball
 * @param clusterCount C
 * @param plan of the study
 * @param context what the coordinator works with
 * @param sites whom it asks
 */
record DpStudy(
    DpSchedule schedule,
    DpInput input,
    int clusterCount,
    StudyPlan plan,
    CoordinatorContext context,
    Sites sites) {
  /** Returns the same where it is known what records can be, asking the sites if it is not. */
  DpStudy bounded() {
    return input.isBounded()
        ? this
        : new DpStudy(
            schedule,
            DpInput.table(plan, NoisyBounds.ask(this, input.dimension())),
            clusterCount,
            plan,
            context,
            sites);
  }

  /** Returns the standard deviation of the noise on a total over all sites, for Δ = 1. */
  double noise(String step, String block) {
    return noise(step, block, 1L << 40) / (1L << 40); // fine enough to be continuous
  }

  /** Returns the same of one of several steps of a kind. */
  double noise(DpStep step, String block) {
    return noise(step, block, 1L << 40) / (1L << 40);
  }

  /** Returns the standard deviation of the noise on a total over all sites, in whole numbers. */
  double noise(String step, String block, long sensitivity) {
    return noise(schedule.step(step), block, sensitivity);
  }

  private double noise(DpStep step, String block, long sensitivity) {
    Mechanism mechanism = Mechanism.of(sensitivity, step.loss(block));
    return mechanism.deviation() * Math.sqrt(schedule.terms().noiseCopies());
  }

  /** Asks a question, which is answered by blocks of known sizes. */
  NoisyTotals ask(DpQuestion question) {
    return ask(question, schedule.step(question.kind()));
  }

  /** Asks a question of which there are several in the schedule, with different losses. */
  NoisyTotals ask(DpQuestion question, DpStep step) {
    return sites.total(
        question,
        Reply.sum(
            NoisyTotals.zero(question.kind(), question.blockSizes(step, input.dimension())),
            (totals, siteCount) ->
                question.require(new NoisySumInvariants(totals, step, siteCount))));
  }

  /** Shows noisy places, each with the cluster that the model gives it. */
  void show(String name, Matrix places, double[] records, ClusterModel model) {
    int[] clusters = model.label(places, context.parallel()).toArray();
    context.show(new Diagnostics.Places(name, places, Vector.of(records), IntVector.of(clusters)));
  }
}
