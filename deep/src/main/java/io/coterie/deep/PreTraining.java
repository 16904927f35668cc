package io.coterie.deep;

import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.math.Vector;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sketch;
import io.coterie.method.Step;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.WeightSums;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Rounds of training from one start, without prototypes. Networks are averaged after each, or every
 * site goes on with its own and says its loss alone.
 */
final class PreTraining {
  private final PlusOptions options;
  private final CoordinatorContext context;
  private final EncoderPlan network;
  private final Vector shares;
  private final LossLog losses = new LossLog();
  private Vector weights = Vector.of();
  private int round;

  PreTraining(StudyPlan plan, CoordinatorContext context, Vector shares) {
    this.options = PlusOptions.of(plan);
    this.context = context;
    this.network = options.network(plan);
    this.shares = shares;
  }

  Step start() {
    try (Encoder first = EncoderPlan.make(network, context.seed().child("network"))) {
      return ask(Weights.of(first));
    }
  }

  private Step ask(Vector from) {
    round++;
    return new Step.Ask(
        new TrainQuestion(
            from,
            round,
            options.rounds(),
            options.passes(),
            PlusOptions.learningRate(round, options.rounds()),
            shares),
        Reply.sum(WeightSums.zero(options.prototypes().isAlone() ? 0 : from.size())));
  }

  /** Takes the sites' sums and returns the next round; nothing after the last. */
  Optional<Step> next(WeightSums sums) {
    weights = Weights.mean(sums);
    losses.add(sums.loss() / sums.records());
    context
        .findings()
        .report("loss of round " + round, String.format(Locale.ROOT, "%.4f", losses.last()));
    context
        .findings()
        .show(new Sketch.Signals(StageNames.TRAINING, round, Map.of("loss", losses.last())));
    if (round < options.rounds() && !losses.standsStill()) {
      return Optional.of(ask(weights));
    }
    context
        .findings()
        .report(
            "training",
            "%d rounds of %d passes%s"
                .formatted(
                    round,
                    options.passes(),
                    options.prototypes().isAlone() ? ", each site alone" : ""));
    return Optional.empty();
  }

  /** Returns the common network's weights; none where every site has its own. */
  Vector weights() {
    return weights;
  }
}
