package io.coterie.deep.plus;

import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.math.Vector;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Diagnostics;
import io.coterie.method.Sites;
import io.coterie.plan.StudyPlan;
import java.util.Locale;
import java.util.Map;

/**
 * The coordinator of SPP-FGC+, one after the other: shared anchors where networks are averaged,
 * pre-training, the graph of the embedded records with rounds towards its prototypes, and teaching.
 */
record PlusCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  static final String TRAINING = "training";

  Clustering coordinate() {
    PlusOptions options = PlusOptions.of(plan);
    Vector shares = Vector.of();
    Vector weights = Vector.of();
    if (options.trains()) {
      // As the paper has it, there are no shares where every site trains its own network.
      shares =
          options.prototypes().isAlone()
              ? shares
              : new SharedAnchors(plan, context, sites).shares();
      weights = trained(options, shares);
    }
    Clustering found = new PrototypeRounds(plan, context, sites, shares).run(weights);
    return options.teaches() && found.model().clusters().clusterCount() >= 2
        ? new SelfTeaching(plan, context, sites).teach(found)
        : found;
  }

  /**
   * Trains from one start, without prototypes, until the loss stands still. Networks are averaged
   * after each round, or every site continues with its own and sends only its loss.
   *
   * @param shares by which a site draws its records
   * @return the common network's weights; none where every site has its own
   */
  private Vector trained(PlusOptions options, Vector shares) {
    boolean isAlone = options.prototypes().isAlone();
    LossLog losses = new LossLog();
    Vector weights = Weights.first(options.network(plan), context.seed().child("network"));
    int round = 0;
    while (round == 0 || (round < options.rounds() && !losses.standsStill())) {
      round++;
      TrainQuestion question =
          new TrainQuestion(
              weights,
              round,
              options.rounds(),
              options.passes(),
              PlusOptions.learningRate(round, options.rounds()),
              shares);
      WeightSums sums = sites.total(question, WeightSums.zero(isAlone ? 0 : weights.size()));
      weights = Weights.mean(sums);
      double loss = sums.loss() / sums.records();
      losses.add(loss);
      context.report("loss of round " + round, String.format(Locale.ROOT, "%.4f", loss));
      context.show(new Diagnostics.Signals(TRAINING, round, Map.of("loss", loss)));
    }
    context.report(
        "training",
        "%d rounds of %d passes%s"
            .formatted(round, options.passes(), isAlone ? ", each site alone" : ""));
    return weights;
  }
}
