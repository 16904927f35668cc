package io.coterie.deep;

import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sketch;
import io.coterie.method.Step;
import io.coterie.model.FittedModel;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.ClusterSums;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.WeightSums;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Teaches one network, averaged over the sites, what the graph said of images, and takes its answer
 * where both agree on nearly all records. Where they do not, the clusters are not what the network
 * sees, and the graph's answer stays: on Fashion-MNIST the network lowers the score.
 */
final class SelfTeaching {
  static final int BATCH = 64;

  /** The network's answer is taken from this agreement on. */
  private static final double AGREEMENT = 0.95;

  /**
   * There is no teaching where the sites' draws stand for less than this part of their records.
   * Sites that hold mostly one kind of record draw the rare ones over and over, and among those are
   * the very records that the graph put into the wrong cluster: MNIST at label skew .95 loses .005
   * of its accuracy, however the draws are weighted.
   */
  private static final double EFFECTIVE = 0.5;

  /** So many steps at a site make about what more would; a small site takes them in more rounds. */
  private static final int STEPS = 1100;

  private static final int FEWEST_ROUNDS = 10;
  private static final int MOST_ROUNDS = 30;

  private final StudyPlan plan;
  private final PlusOptions options;
  private final CoordinatorContext context;
  private final Step.Finish graph;
  private final EncoderPlan network;
  private Stage stage = Stage.CLUSTERS;
  private Vector shares = Vector.of();
  private EncoderMap taught;
  private int rounds;
  private int round;

  private enum Stage {
    CLUSTERS,
    DRAWS,
    TEACHING,
    AGREEMENT
  }

  SelfTeaching(StudyPlan plan, CoordinatorContext context, Step.Finish graph) {
    this.plan = plan;
    this.options = PlusOptions.of(plan);
    this.context = context;
    this.graph = graph;
    this.network =
        new EncoderPlan(
            EncoderPlan.CLASSIFIER,
            plan.input().kind(),
            plan.input().dimension(),
            graph.model().clusters().clusterCount(),
            options.width());
  }

  /** Asks for the shares of the clusters, which say how a site draws its records. */
  Step start() {
    return new Step.Ask(
        new ClusterQuestion(graph.model().clusters()),
        Reply.sum(ClusterSums.zero(network.dimension(), plan.input().dimension() + 1)));
  }

  /** Takes the sites' sums and returns what to do next. */
  Step next(List<SiteMessage> replies) {
    return switch (stage) {
      case CLUSTERS -> begin(SiteMessage.total(replies, ClusterSums.class));
      case DRAWS -> drawn(SiteMessage.total(replies, WeightSums.class));
      case TEACHING -> taught(SiteMessage.total(replies, WeightSums.class));
      case AGREEMENT -> finish(SiteMessage.total(replies, WeightSums.class));
    };
  }

  private Step begin(ClusterSums sums) {
    double records = Math.max(1, sums.counts().sum());
    double[] parts = sums.counts().toArray();
    double sites = 0;
    for (int c = 0; c < parts.length; c++) {
      parts[c] /= records;
      sites += sums.sums().at(c, plan.input().dimension());
    }
    shares = Vector.of(parts);
    int[] used = IntStream.range(0, parts.length).filter(c -> sums.counts().at(c) > 0).toArray();
    new ClusterImages(plan, context).showMeans(sums, used);
    double steps = Math.max(1, records / Math.max(1, sites) * options.passes() / BATCH);
    int usual = (int) Math.ceil(STEPS / steps);
    rounds = options.teachingRounds().orElse(Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, usual)));
    stage = Stage.DRAWS;
    return new Step.Ask(new DrawQuestion(shares), Reply.sum(WeightSums.zero(1)));
  }

  private Step drawn(WeightSums effective) {
    double part = effective.weights().at(0) / Math.max(1, effective.records());
    if (part < EFFECTIVE) {
      context
          .findings()
          .report(
              "self-teaching",
              String.format(
                  Locale.ROOT,
                  "none: the sites differ so much that what they would draw stands for %.0f %% of"
                      + " their records, so the graph's answer stays",
                  100 * part));
      return graph;
    }
    stage = Stage.TEACHING;
    Seed seed = context.seed().child("classifier");
    try (Encoder first = EncoderPlan.make(network, seed)) {
      return ask(Weights.of(first));
    }
  }

  private Step ask(Vector weights) {
    round++;
    return new Step.Ask(
        new TeachQuestion(
            new TrainQuestion(
                weights,
                round,
                rounds,
                options.passes(),
                PlusOptions.learningRate(round, rounds),
                shares)),
        Reply.sum(WeightSums.zero(weights.size())));
  }

  private Step taught(WeightSums sums) {
    taught = new EncoderMap(network, Weights.mean(sums));
    context
        .findings()
        .report(
            "teaching round %d of %d".formatted(round, rounds),
            String.format(Locale.ROOT, "loss %.4f", sums.loss() / sums.records()));
    show("loss", sums.loss() / sums.records());
    if (round < rounds) {
      return ask(taught.weights());
    }
    stage = Stage.AGREEMENT;
    return new Step.Ask(new AdoptQuestion(taught), Reply.sum(WeightSums.zero(1)));
  }

  private void show(String signal, double value) {
    context.findings().show(new Sketch.Signals(StageNames.TEACHING, round, Map.of(signal, value)));
  }

  private Step finish(WeightSums agreed) {
    double agreement = agreed.weights().at(0) / Math.max(1, agreed.records());
    show("agreement", agreement);
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
