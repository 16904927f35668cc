package io.coterie.deep;

import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.features.HogMap;
import io.coterie.features.Project;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Pca;
import io.coterie.math.Vector;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorPart;
import io.coterie.method.Reply;
import io.coterie.method.Step;
import io.coterie.model.FittedModel;
import io.coterie.protocol.AnchorSums;
import io.coterie.protocol.FeatureScatter;
import io.coterie.protocol.FeatureSums;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.WeightSums;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** The coordinator part of SPP-FGC+: shared anchors, rounds of averaging, then the anchor graph. */
final class PlusCoordinator implements CoordinatorPart {
  private static final int ANCHORS = 256;
  private static final int AXES = 50;
  private static final int LLOYD_ROUNDS = 6;

  /** Training ends when the loss fell by less than this part over the last rounds. */
  private static final double STANDS_STILL = 0.002;

  private static final int LOOKED_BACK = 5;

  private final StudyPlan plan;
  private final PlusOptions options;
  private final CoordinatorContext context;
  private final EncoderPlan network;
  private final List<Double> losses = new ArrayList<>();
  private Stage stage = Stage.START;
  private Vector mean;
  private Matrix anchors;
  private Vector shares = Vector.of();
  private int lloydRounds;
  private int round;
  private EncoderMap encoder;
  private CoordinatorPart part;
  private SelfTeaching teaching;

  private enum Stage {
    START,
    SUMS,
    SCATTER,
    ANCHORS,
    TRAINING,
    CLUSTERING,
    TEACHING
  }

  PlusCoordinator(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.options = PlusOptions.of(plan);
    this.context = context;
    this.network = options.network(plan);
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    return switch (stage) {
      case START -> start();
      case SUMS -> afterSums(SiteMessage.total(replies, FeatureSums.class));
      case SCATTER -> afterScatter(SiteMessage.total(replies, FeatureScatter.class));
      case ANCHORS -> afterAnchors(SiteMessage.total(replies, AnchorSums.class));
      case TRAINING -> afterTraining(SiteMessage.total(replies, WeightSums.class));
      case CLUSTERING -> clustered(part.next(replies));
      case TEACHING -> teaching.next(SiteMessage.total(replies, WeightSums.class));
    };
  }

  private Step start() {
    List<RecordMap> steps = new ArrayList<>();
    if (plan.input().kind().isImage()) {
      steps.add(new HogMap(plan.input().kind().height(), plan.input().kind().width()));
    }
    int d = new Representation(steps).outputDimension(context.dimension());
    stage = Stage.SUMS;
    return new Step.Ask(ShareQuestion.sums(steps), Reply.sum(FeatureSums.zero(d)));
  }

  private Step afterSums(FeatureSums sums) {
    double[] values = sums.sums().toArray();
    for (int j = 0; j < values.length; j++) {
      values[j] /= Math.max(1, sums.records());
    }
    mean = Vector.of(values);
    stage = Stage.SCATTER;
    return new Step.Ask(ShareQuestion.scatter(mean), Reply.sum(FeatureScatter.zero(values.length)));
  }

  private Step afterScatter(FeatureScatter scatter) {
    int axes = Math.min(AXES, mean.size());
    Pca pca = Pca.of(scatter.symmetric(), mean.toArray(), axes);
    anchors = start(pca, scatter.symmetric());
    stage = Stage.ANCHORS;
    return askAnchors(List.of(new Project(mean, pca.axes())));
  }

  /** Draws anchors from a Gaussian of the records' spread: no record is needed for it. */
  private Matrix start(Pca pca, Matrix scatter) {
    Matrix axes = pca.axes();
    double total = 0;
    double[] spread = new double[axes.columns()];
    for (int a = 0; a < spread.length; a++) {
      for (int i = 0; i < scatter.rows(); i++) {
        for (int j = 0; j < scatter.columns(); j++) {
          spread[a] += axes.at(i, a) * scatter.at(i, j) * axes.at(j, a);
        }
      }
      total += spread[a];
    }
    SplittableRandom random = context.seed().child("anchors").random();
    Matrix drawn = Matrix.zeros(ANCHORS, spread.length);
    for (int p = 0; p < ANCHORS; p++) {
      for (int a = 0; a < spread.length; a++) {
        drawn.set(p, a, random.nextGaussian() * Math.sqrt(spread[a] / Math.max(total, 1e-300)));
      }
    }
    return drawn;
  }

  private Step askAnchors(List<RecordMap> steps) {
    return new Step.Ask(
        ShareQuestion.anchors(steps, anchors),
        Reply.sum(AnchorSums.zero(anchors.rows(), anchors.columns())));
  }

  private Step afterAnchors(AnchorSums sums) {
    double records = 0;
    for (int p = 0; p < anchors.rows(); p++) {
      records += sums.counts().at(p);
    }
    lloydRounds++;
    if (lloydRounds > LLOYD_ROUNDS) {
      double[] parts = sums.counts().toArray();
      for (int p = 0; p < parts.length; p++) {
        parts[p] /= Math.max(1, records);
      }
      shares = Vector.of(parts);
      stage = Stage.TRAINING;
      try (Encoder first = EncoderPlan.make(network, context.seed().child("network"))) {
        return askTraining(Weights.of(first));
      }
    }
    Matrix moved = anchors.copy();
    for (int p = 0; p < moved.rows(); p++) {
      for (int j = 0; sums.counts().at(p) > 0 && j < moved.columns(); j++) {
        moved.set(p, j, sums.sums().at(p, j) / sums.counts().at(p));
      }
    }
    anchors = moved;
    return askAnchors(List.of());
  }

  private Step askTraining(Vector weights) {
    round++;
    encoder = new EncoderMap(network, weights);
    return new Step.Ask(
        new TrainQuestion(
            weights,
            round,
            options.passes(),
            PlusOptions.learningRate(round, options.rounds()),
            shares),
        Reply.sum(WeightSums.zero(weights.size())));
  }

  private Step afterTraining(WeightSums sums) {
    encoder = new EncoderMap(network, Weights.mean(sums));
    losses.add(sums.loss() / sums.records());
    context
        .findings()
        .report(
            "loss of round " + round,
            String.format(Locale.ROOT, "%.4f", losses.get(losses.size() - 1)));
    if (round < options.rounds() && !standsStill()) {
      return askTraining(encoder.weights());
    }
    context
        .findings()
        .report("training", "%d rounds of %d passes".formatted(round, options.passes()));
    return cluster();
  }

  private boolean standsStill() {
    int last = losses.size() - 1;
    return last >= LOOKED_BACK
        && losses.get(last - LOOKED_BACK) - losses.get(last)
            < STANDS_STILL * Math.abs(losses.get(last - LOOKED_BACK));
  }

  private Step cluster() {
    int d = encoder.outputDimension(plan.input().dimension());
    StudyPlan embedded = PlusOptions.embedded(plan, d);
    part =
        SppFgcPlusMethod.ofEmbedded()
            .coordinator(
                embedded,
                new CoordinatorContext(context.seed(), context.parallel(), context.findings(), d));
    stage = Stage.CLUSTERING;
    Step.Ask first = (Step.Ask) part.next(List.of());
    return new Step.Ask(new EncodedQuestion(encoder, first.question()), first.reply());
  }

  private Step clustered(Step step) {
    if (step instanceof Step.Finish finish) {
      List<RecordMap> steps = new ArrayList<>(List.of(encoder));
      steps.addAll(finish.model().representation().steps());
      Step.Finish whole =
          new Step.Finish(
              new FittedModel(
                  plan.input().dimension(), new Representation(steps), finish.model().clusters()),
              finish.answers());
      if (options.teachingRounds() == 0 || finish.model().clusters().clusterCount() < 2) {
        return whole;
      }
      stage = Stage.TEACHING;
      teaching = new SelfTeaching(plan, context, shares, whole);
      return teaching.start();
    }
    return step;
  }
}
