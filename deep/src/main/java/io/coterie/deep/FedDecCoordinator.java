package io.coterie.deep;

import io.coterie.CoterieException;
import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.features.Representation;
import io.coterie.math.KMeans;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.Reply;
import io.coterie.method.Step;
import io.coterie.model.FittedModel;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.AnchorSums;
import io.coterie.protocol.SiteCenters;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.WeightSums;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The coordinator part of F-DEC: averages the autoencoder, clusters the sites' centers, then in
 * turn averages the network that draws codes together and moves the centers to their codes' means.
 */
final class FedDecCoordinator implements CoordinatorPart {
  private final StudyPlan plan;
  private final FedDecOptions options;
  private final CoordinatorContext context;
  private final EncoderPlan network;
  private Stage stage = Stage.START;
  private Vector weights = Vector.of();
  private Matrix centers = Matrix.zeros(0, 0);
  private int round;

  private enum Stage {
    START,
    TRAINING,
    CENTERS,
    DRAWING,
    MOVING
  }

  FedDecCoordinator(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.options = FedDecOptions.of(plan);
    this.context = context;
    this.network = FedDecOptions.network(plan, context.dimension());
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    return switch (stage) {
      case START -> start();
      case TRAINING -> afterTraining(SiteMessage.total(replies, WeightSums.class));
      case CENTERS -> afterCenters(replies);
      case DRAWING -> afterDrawing(SiteMessage.total(replies, WeightSums.class));
      case MOVING -> afterMoving(SiteMessage.total(replies, AnchorSums.class));
    };
  }

  private Step start() {
    try (Encoder first = EncoderPlan.make(network, context.seed().child("network"))) {
      weights = Weights.of(first);
    }
    stage = Stage.TRAINING;
    return ask();
  }

  /** Asks for one more round of training, towards the centers once there are some. */
  private Step ask() {
    round++;
    TrainQuestion training =
        new TrainQuestion(
            weights,
            round,
            options.rounds() + options.drawingRounds(),
            options.passes(),
            FedDecOptions.LEARNING_RATE,
            Vector.of());
    return new Step.Ask(
        stage == Stage.TRAINING
            ? training
            : new RefineQuestion(training, centers, network.clusteringWeight()),
        Reply.sum(WeightSums.zero(weights.size())));
  }

  private Step afterTraining(WeightSums sums) {
    weights = Weights.mean(sums);
    if (round < options.rounds()) {
      return ask();
    }
    context
        .findings()
        .report(
            "training",
            String.format(
                Locale.ROOT, "%d rounds, loss %.4f", round, sums.loss() / sums.records()));
    stage = Stage.CENTERS;
    return new Step.Ask(
        new CodeQuestion(weights, centers), Reply.of(SiteCenters.class, this::check));
  }

  private void check(SiteCenters own) {
    if (own.means().columns() != network.dimension()) {
      throw new IllegalArgumentException(
          "its centers have %d columns where codes have %d"
              .formatted(own.means().columns(), network.dimension()));
    }
  }

  private Step afterCenters(List<SiteMessage> replies) {
    Matrix all =
        Matrix.stacked(
            replies.stream().map(reply -> reply.payloadAs(SiteCenters.class).means()).toList());
    int clusters = plan.clusters().value();
    if (all.rows() < clusters) {
      throw CoterieException.badData(
          "%d clusters were asked for, but the sites have only %d centers; ask for fewer."
              .formatted(clusters, all.rows()));
    }
    centers =
        new KMeans(KMeans.Options.of(clusters))
            .fit(all, context.seed().child("centers"), context.parallel())
            .centers();
    return askAround();
  }

  private Step askAround() {
    stage = Stage.MOVING;
    return new Step.Ask(
        new CodeQuestion(weights, centers),
        Reply.sum(AnchorSums.zero(centers.rows(), centers.columns())));
  }

  private Step afterDrawing(WeightSums sums) {
    weights = Weights.mean(sums);
    return askAround();
  }

  private Step afterMoving(AnchorSums sums) {
    Matrix moved = centers.copy();
    for (int c = 0; c < moved.rows(); c++) {
      for (int j = 0; sums.counts().at(c) > 0 && j < moved.columns(); j++) {
        moved.set(c, j, sums.sums().at(c, j) / sums.counts().at(c));
      }
    }
    centers = moved;
    if (round < options.rounds() + options.drawingRounds()) {
      stage = Stage.DRAWING;
      return ask();
    }
    return new Step.Finish(
        new FittedModel(
            plan.input().dimension(),
            new Representation(List.of(new EncoderMap(network, weights, false))),
            NearestPrototype.ofCenters(centers)),
        Map.of());
  }
}
