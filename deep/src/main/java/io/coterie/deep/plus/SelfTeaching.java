package io.coterie.deep.plus;

import io.coterie.deep.EncoderMap;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.message.internal.ClusterSums;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Diagnostics;
import io.coterie.method.PayloadKinds;
import io.coterie.method.Sites;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Teaches one network, averaged over the sites, what the graph said of images, and takes its answer
 * where both agree on nearly all records. Where they do not, the clusters are not what the network
 * sees, and the graph's answer stays: on Fashion-MNIST the network lowers the score.
 */
record SelfTeaching(StudyPlan plan, CoordinatorContext context, Sites sites) {
  static final String STAGE = "teaching";
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
  static final int MOST_ROUNDS = 30;

  /** Tells the clusters of the graph and asks for the sums of the records by them. */
  record ClusterQuestion(Payload answer) implements Payload {
    public static ClusterQuestion of(Fields fields) {
      return new ClusterQuestion(fields.nested("answer", PayloadKinds::nested));
    }
  }

  /** Asks how many records a site's draws by the clusters' shares in all sites stand for. */
  record DrawQuestion(Vector shares) implements Payload {}

  /**
   * Asks each site to teach the common network the clusters of its own records.
   *
   * @param training as for an encoder, with the shares of the clusters
   */
  @Payload.Name("teach")
  record TeachQuestion(TrainQuestion training) implements Payload {}

  /** Asks for how many records the taught network says what the graph said. */
  @Payload.Name("adopt")
  record AdoptQuestion(EncoderMap network) implements Payload {
    public static AdoptQuestion of(Fields fields) {
      return new AdoptQuestion(fields.nested("network", (kind, inner) -> EncoderMap.of(inner)));
    }

    @Override
    public List<Field> fields() {
      return Field.nested("network", network);
    }
  }

  Clustering teach(Clustering graph) {
    PlusOptions options = PlusOptions.of(plan);
    EncoderPlan network = options.classifier(plan, graph.model().clusters().clusterCount());
    ClusterSums sums =
        sites.total(
            new ClusterQuestion(graph.model().clusters()),
            ClusterSums.zero(network.dimension(), plan.input().dimension() + 1));
    new ClusterImages(plan, context).showMeans(sums);
    Vector shares = shares(sums.counts());
    int rounds = options.teachingRounds().orElseGet(() -> usualRounds(sums, options.passes()));
    WeightSums effective = sites.total(new DrawQuestion(shares), WeightSums.zero(1));
    double part = effective.weights().at(0) / Math.max(1, effective.records());
    if (part < EFFECTIVE) {
      reportDifference(part);
      return graph;
    }
    Vector weights = Weights.first(network, context.seed().child("classifier"));
    for (int round = 1; round <= rounds; round++) {
      TrainQuestion training =
          new TrainQuestion(
              weights,
              round,
              rounds,
              options.passes(),
              PlusOptions.learningRate(round, rounds),
              shares);
      WeightSums trained =
          sites.total(new TeachQuestion(training), WeightSums.zero(weights.size()));
      weights = Weights.mean(trained);
      report(round, rounds, trained.loss() / trained.records());
    }
    EncoderMap taught = new EncoderMap(network, weights, false);
    WeightSums agreed = sites.total(new AdoptQuestion(taught), WeightSums.zero(1));
    double agreement = agreed.weights().at(0) / Math.max(1, agreed.records());
    reportAgreement(rounds, agreement);
    return agreement >= AGREEMENT
        ? Clustering.of(
            plan, List.of(taught), NearestPrototype.ofCenters(corners(network.dimension())))
        : graph;
  }

  private static Vector shares(Vector counts) {
    double records = Math.max(1, counts.sum());
    return Vector.of(Arrays.stream(counts.toArray()).map(count -> count / records).toArray());
  }

  private int usualRounds(ClusterSums sums, int passes) {
    double records = Math.max(1, sums.counts().sum());
    double siteCount = 0;
    for (int c = 0; c < sums.counts().size(); c++) {
      siteCount += sums.sums().at(c, plan.input().dimension());
    }
    double steps = Math.max(1, records / Math.max(1, siteCount) * passes / BATCH);
    int usual = (int) Math.ceil(STEPS / steps);
    return Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, usual));
  }

  /** Returns one place for each cluster: what the network says of a record that is surely in it. */
  private static Matrix corners(int clusters) {
    Matrix corners = Matrix.zeros(clusters, clusters);
    for (int c = 0; c < clusters; c++) {
      corners.set(c, c, 1);
    }
    return corners;
  }

  private void reportDifference(double part) {
    context.report(
        "self-teaching",
        String.format(
            Locale.ROOT,
            "none: the sites differ so much that what they would draw stands for %.0f %% of"
                + " their records, so the graph's answer stays",
            100 * part));
  }

  private void report(int round, int rounds, double loss) {
    context.report(
        "teaching round %d of %d".formatted(round, rounds),
        String.format(Locale.ROOT, "loss %.4f", loss));
    show(round, "loss", loss);
  }

  private void reportAgreement(int rounds, double agreement) {
    show(rounds, "agreement", agreement);
    context.report(
        "self-teaching",
        String.format(
            Locale.ROOT,
            "%d rounds; the network agrees with the graph on %.1f %% of the records, so %s",
            rounds,
            100 * agreement,
            agreement >= AGREEMENT ? "its answer is taken" : "the graph's answer stays"));
  }

  private void show(int round, String signal, double value) {
    context.show(new Diagnostics.Signals(STAGE, round, Map.of(signal, value)));
  }
}
