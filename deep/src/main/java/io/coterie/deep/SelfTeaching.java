package io.coterie.deep;

import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Step;
import io.coterie.model.FittedModel;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.WeightSums;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Teaches one network, averaged over the sites, what the graph said of images, and takes its answer
 * where both agree on nearly all records. Where they do not, the clusters are not what the network
 * sees, and the graph's answer stays: on Fashion-MNIST the network lowers the score.
 */
final class SelfTeaching {
  /** The network's answer is taken from this agreement on. */
  private static final double AGREEMENT = 0.95;

  private static final int TURNS = 4;

  private final StudyPlan plan;
  private final PlusOptions options;
  private final CoordinatorContext context;
  private final Vector shares;
  private final Step.Finish graph;
  private final EncoderPlan network;
  private EncoderMap taught;
  private int round;
  private boolean isAsked;

  SelfTeaching(StudyPlan plan, CoordinatorContext context, Vector shares, Step.Finish graph) {
    this.plan = plan;
    this.options = PlusOptions.of(plan);
    this.context = context;
    this.shares = shares;
    this.graph = graph;
    this.network =
        new EncoderPlan(
            EncoderPlan.CLASSIFIER,
            plan.input().kind(),
            plan.input().dimension(),
            graph.model().clusters().clusterCount(),
            options.width());
  }

  Step start() {
    Seed seed = context.seed().child("classifier");
    try (Encoder first = EncoderPlan.make(network, seed)) {
      return ask(Weights.of(first));
    }
  }

  private Step ask(Vector weights) {
    round++;
    int turn = Math.max(1, options.teachingRounds() / TURNS);
    boolean turns = round > 1 && (round - 1) % turn == 0;
    return new Step.Ask(
        new TeachQuestion(
            round == 1 ? Optional.of(graph.model().clusters()) : Optional.empty(),
            new TrainQuestion(
                weights,
                round,
                options.passes(),
                PlusOptions.learningRate(round, options.teachingRounds()),
                shares),
            turns),
        Reply.sum(WeightSums.zero(weights.size())));
  }

  /** Takes the sites' sums and returns what to do next. */
  Step next(WeightSums sums) {
    if (isAsked) {
      return finish(sums.weights().at(0) / Math.max(1, sums.records()));
    }
    taught = new EncoderMap(network, Weights.mean(sums));
    if (round < options.teachingRounds()) {
      return ask(taught.weights());
    }
    isAsked = true;
    return new Step.Ask(new AdoptQuestion(taught), Reply.sum(WeightSums.zero(1)));
  }

  private Step finish(double agreement) {
    boolean isTaken = agreement >= AGREEMENT;
    context
        .findings()
        .report(
            "self-teaching",
            String.format(
                Locale.ROOT,
                "%d rounds; the network agrees with the graph on %.1f %% of the records, so %s",
                round,
                100 * agreement,
                isTaken ? "its answer is taken" : "the graph's answer stays"));
    if (!isTaken) {
      return graph;
    }
    int clusters = network.dimension();
    Matrix corners = Matrix.zeros(clusters, clusters);
    for (int c = 0; c < clusters; c++) {
      corners.set(c, c, 1);
    }
    return new Step.Finish(
        new FittedModel(
            plan.input().dimension(),
            new Representation(List.of(taught)),
            NearestPrototype.ofCenters(corners)),
        Map.of());
  }
}
