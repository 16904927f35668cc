package io.coterie.deep.plus;

import io.coterie.deep.EncoderMap;
import io.coterie.deep.GroupSums;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.deep.network.Classifier;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.deep.network.Training;
import io.coterie.deep.network.TrainingLog;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.internal.ClusterSums;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.LongWork.IntermediateLabels;
import io.coterie.method.SiteContext;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** A site's teaching of the common network: the clusters that the graph gave its own records. */
final class SiteTeaching {
  /** In a draft less is as little as this; its logarithm can be drawn. */
  private static final double LEAST_SURE = 1e-4;

  private final StudyPlan plan;
  private final PlusOptions options;
  private final SiteContext context;
  private final Matrix records;
  private Labels ofGraph;
  private int round;
  private Matrix sure;

  SiteTeaching(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.options = PlusOptions.of(plan);
    this.context = context;
    this.records = context.data().records();
  }

  /**
   * Takes what is to be taught and returns the sums of the records by it. Beside each record of n
   * stands 1/n, so that all of them together count the sites.
   *
   * @param embedded the records as the graph was made of them
   */
  ClusterSums begin(Labels labels, Matrix embedded) {
    ofGraph = labels;
    context
        .work()
        .show(() -> new IntermediateLabels(SelfTeaching.STAGE, 0, Optional.of(labels), embedded));
    Matrix beside = Matrix.zeros(records.rows(), records.columns() + 1);
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < records.columns(); j++) {
        beside.set(i, j, records.at(i, j));
      }
      beside.set(i, records.columns(), 1.0 / records.rows());
    }
    return GroupSums.of(
        beside, labels.toArray(), labels.clusterCount(), plan.privacy().smallestGroup());
  }

  /** Returns how many of its records the site's draws stand for. */
  WeightSums draws(Vector shares) {
    double effective = DrawWeights.effective(drawWeights(shares));
    return new WeightSums(records.rows(), Vector.of(effective), 0);
  }

  private Vector drawWeights(Vector shares) {
    return DrawWeights.of(ofGraph.toArray(), shares, options.cap());
  }

  WeightSums teach(TrainQuestion question) {
    EncoderPlan network = options.classifier(plan, ofGraph.clusterCount());
    int[] taught = ofGraph.toArray();
    round = question.round();
    if (round > 1) { // the first network knows nothing yet
      context.work().show(() -> draft(round - 1, asked(network, question)));
    }
    try (Classifier classifier = new Classifier(network, context.seed())) {
      Weights.load(classifier, question.weights());
      Training training =
          question
              .training(SelfTeaching.BATCH, context.seed().child("teach"))
              .drawing(drawWeights(question.shares()))
              .watchedBy(new TrainingWatcher(context, "teaching", question, asDoubles(taught)));
      TrainingLog log = classifier.teach(records, taught, training);
      return Weights.sums(classifier, records.rows(), log.loss());
    }
  }

  private Matrix asked(EncoderPlan network, TrainQuestion question) {
    return new EncoderMap(network, question.weights(), false).apply(records, context.parallel());
  }

  private static IntermediateLabels draft(int round, Matrix sureness) {
    int[] labels = IntStream.range(0, sureness.rows()).map(i -> likeliest(sureness, i)).toArray();
    Matrix points = Matrix.zeros(sureness.rows(), sureness.columns());
    for (int i = 0; i < points.rows(); i++) {
      for (int c = 0; c < points.columns(); c++) {
        points.set(i, c, Math.log(Math.max(LEAST_SURE, sureness.at(i, c))));
      }
    }
    return new IntermediateLabels(
        SelfTeaching.STAGE, round, Optional.of(Labels.of(labels, sureness.columns())), points);
  }

  private static double[] asDoubles(int[] values) {
    return Arrays.stream(values).asDoubleStream().toArray();
  }

  /** Returns for how many records the network says what it was taught. */
  WeightSums agreement(EncoderMap network) {
    sure = network.apply(records, context.parallel());
    context.work().show(() -> draft(round, sure));
    int agreed = 0;
    for (int i = 0; i < sure.rows(); i++) {
      agreed += likeliest(sure, i) == ofGraph.of(i) ? 1 : 0;
    }
    return new WeightSums(sure.rows(), Vector.of(agreed), 0);
  }

  private static int likeliest(Matrix sure, int record) {
    int best = 0;
    for (int c = 1; c < sure.columns(); c++) {
      best = sure.at(record, c) > sure.at(record, best) ? c : best;
    }
    return best;
  }

  /** Returns the network's clusters if the answer is the network's. */
  Optional<Labels> labels(Payload answer) {
    // The network's answer has a corner for each cluster; the graph's has anchors.
    return sure != null && answer instanceof NearestPrototype corners
        ? Optional.of(corners.label(sure, context.parallel()))
        : Optional.empty();
  }
}
