package io.coterie.deep.plus;

import io.coterie.deep.LossLog;
import io.coterie.deep.StageNames;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.math.Vector;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Diagnostics;
import io.coterie.method.Sites;
import io.coterie.plan.StudyPlan;
import java.util.Locale;
import java.util.Map;

/**
 * Rounds of training from one start, without prototypes. Networks are averaged after each, or every
 * site goes on with its own and says its loss alone.
 */
record PreTraining(StudyPlan plan, CoordinatorContext context, Sites sites) {
  /**
   * Trains until the loss stands still.
   *
   * @param shares by which a site draws its records
   * @return the common network's weights; none where every site has its own
   */
  Vector train(Vector shares) {
    PlusOptions options = PlusOptions.of(plan);
    boolean isAlone = options.prototypes().isAlone();
    LossLog losses = new LossLog();
    Vector weights = Weights.first(options.network(plan), context.seed().child("network"));
    int round = 0;
    while (round == 0 || (round < options.rounds() && !losses.standsStill())) {
      round++;
      WeightSums sums =
          sites.total(
              new TrainQuestion(
                  weights,
                  round,
                  options.rounds(),
                  options.passes(),
                  PlusOptions.learningRate(round, options.rounds()),
                  shares),
              WeightSums.zero(isAlone ? 0 : weights.size()));
      weights = Weights.mean(sums);
      losses.add(sums.loss() / sums.records());
      show(round, losses.last());
    }
    context.report(
        "training",
        "%d rounds of %d passes%s"
            .formatted(round, options.passes(), isAlone ? ", each site alone" : ""));
    return weights;
  }

  private void show(int round, double loss) {
    context.report("loss of round " + round, String.format(Locale.ROOT, "%.4f", loss));
    context.show(new Diagnostics.Signals(StageNames.TRAINING, round, Map.of("loss", loss)));
  }
}
