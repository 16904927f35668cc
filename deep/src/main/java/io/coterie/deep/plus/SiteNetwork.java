package io.coterie.deep.plus;

import io.coterie.deep.EncoderMap;
import io.coterie.deep.RefineQuestion;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.deep.network.Training;
import io.coterie.deep.network.TrainingLog;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.LongWork.IntermediateLabels;
import io.coterie.method.SiteContext;
import io.coterie.plan.StudyPlan;
import java.util.Optional;

/**
 * The network that a site trains: the common one of each question, or its own, which it then keeps
 * from question to question and to itself.
 */
final class SiteNetwork {
  private final SiteContext context;
  private final PlusOptions options;
  private final EncoderPlan network;
  private final SiteShares shares;
  private Vector own = Vector.of();

  SiteNetwork(StudyPlan plan, SiteContext context, SiteShares shares) {
    this.context = context;
    this.options = PlusOptions.of(plan);
    this.network = options.network(plan);
    this.shares = shares;
  }

  /** Trains and returns n times the weights; of its own network, none. */
  WeightSums train(TrainQuestion question) {
    context.work().show(() -> draft(question));
    return train(question, training(question));
  }

  WeightSums refine(RefineQuestion question) {
    return train(
        question.training(),
        training(question.training()).towards(question.prototypes(), question.weight()));
  }

  private Training training(TrainQuestion question) {
    return question
        .training(PlusOptions.BATCH, context.seed().child("train"))
        .drawing(shares.drawWeights(question.shares()));
  }

  /** Returns the records as the network of a question embeds them, before it is trained on. */
  private IntermediateLabels draft(TrainQuestion question) {
    try (Encoder encoder = Weights.encoder(network, start(question))) {
      Matrix embedded = encoder.embed(context.data().records());
      return new IntermediateLabels(
          PlusCoordinator.TRAINING, question.round() - 1, Optional.empty(), embedded);
    }
  }

  private Vector start(TrainQuestion question) {
    return question.weights().size() > 0 ? question.weights() : own;
  }

  private WeightSums train(TrainQuestion question, Training training) {
    Matrix records = context.data().records();
    Vector from = start(question);
    try (Encoder encoder = Weights.encoder(network, from)) {
      double[] prototypes = training.prototypes().map(Matrix::array).orElse(new double[0]);
      TrainingLog log =
          encoder.train(
              records,
              training.watchedBy(
                  new TrainingWatcher(context, "training", question, own.toArray(), prototypes)));
      if (options.prototypes().isAlone()) {
        own = Weights.of(encoder);
        return new WeightSums(records.rows(), Vector.of(), records.rows() * log.loss());
      }
      return Weights.sums(encoder, records.rows(), log.loss());
    }
  }

  /** Returns the embedded records, by the network that is given or else by its own. */
  Matrix embed(Optional<EncoderMap> common) {
    EncoderMap map =
        common.orElseGet(() -> new EncoderMap(network, own, options.prototypes().hasGradients()));
    return map.apply(context.data().records(), context.parallel());
  }

  /** Returns how many values of an embedded record are the network's. */
  int dimension() {
    return network.dimension();
  }
}
