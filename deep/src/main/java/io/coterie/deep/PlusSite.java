package io.coterie.deep;

import io.coterie.deep.network.Classifier;
import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.deep.network.Training;
import io.coterie.deep.network.TrainingLog;
import io.coterie.features.Representation;
import io.coterie.graph.NearestNeighbors;
import io.coterie.graph.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Moments;
import io.coterie.math.Vector;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.AnchorSums;
import io.coterie.protocol.CoordinatorMessage;
import io.coterie.protocol.FeatureScatter;
import io.coterie.protocol.FeatureSums;
import io.coterie.protocol.Labels;
import io.coterie.protocol.Payload;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.WeightSums;
import io.coterie.site.GroupMeans;
import io.coterie.site.SiteData;
import java.util.Arrays;
import java.util.Optional;

/** The site part of SPP-FGC+: trains on its own records, then clusters what the network makes. */
final class PlusSite implements SitePart {
  private final StudyPlan plan;
  private final PlusOptions options;
  private final SiteContext context;
  private final Matrix records;
  private Matrix mapped;
  private int[] nearest = {};
  private SitePart part;
  private Labels ofGraph;
  private int[] taught = {};
  private Matrix sure;

  PlusSite(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.options = PlusOptions.of(plan);
    this.context = context;
    this.records = context.data().records();
    this.mapped = records;
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    Payload question = message.payload();
    if (question instanceof ShareQuestion share) {
      return context.gate().release(measure(share));
    } else if (question instanceof TrainQuestion train) {
      mapped = null; // the anchors are found
      return context.gate().release(train(train));
    } else if (question instanceof EncodedQuestion encoded) {
      return begin(message, encoded);
    } else if (question instanceof TeachQuestion teach) {
      return context.gate().release(teach(message.round(), teach));
    } else if (question instanceof AdoptQuestion adopt) {
      return context.gate().release(agreement(adopt.network()));
    }
    return part.reply(message);
  }

  private Payload measure(ShareQuestion question) {
    mapped = new Representation(question.steps()).apply(mapped, context.parallel());
    return switch (question.measure()) {
      case SUMS -> sums();
      case SCATTER ->
          FeatureScatter.of(
              Moments.of(mapped, question.center().toArray(), context.parallel()).scatter());
      case ANCHORS -> around(question.anchors());
    };
  }

  private FeatureSums sums() {
    double[] sums = new double[mapped.columns()];
    double[] present = new double[mapped.columns()];
    Arrays.fill(present, mapped.rows());
    for (int i = 0; i < mapped.rows(); i++) {
      for (int j = 0; j < sums.length; j++) {
        sums[j] += mapped.at(i, j);
      }
    }
    return new FeatureSums(mapped.rows(), Vector.of(present), Vector.of(sums));
  }

  private AnchorSums around(Matrix anchors) {
    Neighbors found = NearestNeighbors.of(mapped, anchors, 1, context.parallel());
    nearest = new int[mapped.rows()];
    Arrays.setAll(nearest, i -> found.index(i, 0));
    double[] counts = new double[anchors.rows()];
    for (int anchor : nearest) {
      counts[anchor]++;
    }
    Matrix sums = GroupMeans.sums(mapped, nearest, anchors.rows());
    GroupMeans.withholdSmall(counts, sums, plan.privacy().smallestGroup());
    return new AnchorSums(Vector.of(counts), sums);
  }

  private WeightSums train(TrainQuestion question) {
    EncoderPlan network = options.network(plan);
    try (Encoder encoder = Weights.encoder(network, question.weights())) {
      TrainingLog log =
          encoder.train(
              records,
              new Training(
                  question.passes(),
                  PlusOptions.BATCH,
                  question.learningRate(),
                  context.seed().child("train").child(question.round()),
                  DrawWeights.of(nearest, question.shares(), options.cap()),
                  Optional.empty(),
                  0));
      return Weights.sums(encoder, records.rows(), log.loss());
    }
  }

  private WeightSums teach(int round, TeachQuestion question) {
    question
        .answer()
        .ifPresent(
            answer -> {
              ofGraph = part.labels(new CoordinatorMessage(round, answer));
              taught = ofGraph.toArray();
            });
    TrainQuestion training = question.training();
    EncoderPlan network =
        new EncoderPlan(
            EncoderPlan.CLASSIFIER,
            plan.input().kind(),
            records.columns(),
            ofGraph.clusterCount(),
            options.width());
    try (Classifier classifier = new Classifier(network, context.seed())) {
      Weights.load(classifier, training.weights());
      if (question.learnsFromItself()) {
        taught = likeliest(classifier.embed(records));
      }
      TrainingLog log =
          classifier.teach(
              records,
              taught,
              Training.of(
                      training.passes(),
                      PlusOptions.TEACHING_BATCH,
                      training.learningRate(),
                      context.seed().child("teach").child(training.round()))
                  .drawing(DrawWeights.of(nearest, training.shares(), options.cap())));
      return Weights.sums(classifier, records.rows(), log.loss());
    }
  }

  private static int[] likeliest(Matrix sure) {
    int[] best = new int[sure.rows()];
    for (int i = 0; i < best.length; i++) {
      for (int c = 1; c < sure.columns(); c++) {
        best[i] = sure.at(i, c) > sure.at(i, best[i]) ? c : best[i];
      }
    }
    return best;
  }

  private WeightSums agreement(EncoderMap network) {
    sure = network.apply(records, context.parallel());
    int[] said = likeliest(sure);
    int agreed = 0;
    for (int i = 0; i < said.length; i++) {
      agreed += said[i] == ofGraph.of(i) ? 1 : 0;
    }
    return new WeightSums(said.length, Vector.of(agreed), 0);
  }

  private SiteMessage begin(CoordinatorMessage message, EncodedQuestion encoded) {
    Matrix embedded = encoded.encoder().apply(records, context.parallel());
    part =
        SppFgcPlusMethod.ofEmbedded()
            .site(
                PlusOptions.embedded(plan, embedded.columns()),
                new SiteContext(
                    SiteData.of(context.data().site(), embedded),
                    context.gate(),
                    context.seed(),
                    context.parallel()));
    return part.reply(new CoordinatorMessage(message.round(), encoded.question()));
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    // The network's answer has a corner for each cluster; the graph's has anchors.
    if (sure != null && answer.payload() instanceof NearestPrototype corners) {
      return corners.label(sure, context.parallel());
    }
    return part.labels(answer);
  }
}
