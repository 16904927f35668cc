package io.coterie.deep;

import io.coterie.features.Representation;
import io.coterie.graph.NearestNeighbors;
import io.coterie.graph.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Moments;
import io.coterie.math.Vector;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
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
      int n = records.rows();
      double[] weighted = Weights.of(encoder).toArray();
      for (int i = 0; i < weighted.length; i++) {
        weighted[i] *= n;
      }
      return new WeightSums(n, Vector.of(weighted), n * log.loss());
    }
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
    return part.labels(answer);
  }
}
