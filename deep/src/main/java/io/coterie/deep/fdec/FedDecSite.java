package io.coterie.deep.fdec;

import io.coterie.CoterieException;
import io.coterie.deep.EncoderMap;
import io.coterie.deep.GroupSums;
import io.coterie.deep.RefineQuestion;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.deep.network.Training;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.SiteCenters;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.LongWork.IntermediateLabels;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.GroupMeans;
import io.coterie.site.internal.SmallGroups;
import java.util.Optional;

/** The site part of F-DEC: trains on its own records and says where their codes are. */
final class FedDecSite implements SitePart {
  /** A center of one record would be the record's code. */
  private static final int LEAST = 2;

  private final StudyPlan plan;
  private final SiteContext context;
  private final Matrix records;
  private final EncoderPlan network;
  private Matrix codes;
  private int drawn;

  FedDecSite(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.context = context;
    this.records = context.data().records();
    this.network = FedDecOptions.network(plan, records.columns());
  }

  @Override
  public SiteMessage reply(CoordinatorMessage message) {
    Payload question = message.payload();
    if (question instanceof TrainQuestion train) {
      return context.gate().release(train(train, training(train)));
    } else if (question instanceof RefineQuestion refine) {
      Training towards = training(refine.training()).towards(refine.prototypes(), refine.weight());
      return context.gate().release(train(refine.training(), towards));
    } else if (question instanceof CodeQuestion ask) {
      codes = new EncoderMap(network, ask.weights(), false).apply(records, context.parallel());
      return context.gate().release(ask.centers().rows() == 0 ? own() : around(ask.centers()));
    }
    throw new IllegalArgumentException(
        "A site of f-dec cannot answer a question of kind %s.".formatted(question.kind()));
  }

  private Training training(TrainQuestion question) {
    return question.training(FedDecOptions.BATCH, context.seed().child("train"));
  }

  private WeightSums train(TrainQuestion question, Training training) {
    try (Encoder encoder = Weights.encoder(network, question.weights())) {
      double loss = encoder.train(records, training).loss();
      return Weights.sums(encoder, records.rows(), loss);
    }
  }

  /** The site's own k-means of codes, with no center of a single record. */
  private SiteCenters own() {
    int least = Math.max(LEAST, plan.privacy().smallestGroup());
    if (codes.rows() < least) {
      throw CoterieException.badData(
          ("Site %s has fewer than %d records; their center would give them away. Leave the site"
                  + " out, or use another method.")
              .formatted(context.data().site(), least));
    }
    int count = Math.min(plan.clusters().value(), codes.rows() / least);
    int[] groups =
        new KMeans(KMeans.Options.of(count))
            .fit(codes, context.seed().child("centers"), context.parallel())
            .labels();
    SmallGroups joined = SmallGroups.join(codes, groups, count, least);
    return new SiteCenters(GroupMeans.of(codes, joined.groups(), joined.groupCount()));
  }

  private AnchorSums around(Matrix centers) {
    int[] nearest = KMeans.nearest(codes, centers, context.parallel());
    Labels labels = Labels.of(nearest, centers.rows());
    context.work().show(() -> new IntermediateLabels("drawing", drawn, Optional.of(labels), codes));
    drawn++;
    return GroupSums.around(centers, codes, nearest, plan.privacy().smallestGroup());
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    if (!(answer.payload() instanceof NearestPrototype centers)) {
      throw new IllegalArgumentException(
          "The answer is %s, not centers of codes.".formatted(answer.payload().kind()));
    }
    return centers.label(codes, context.parallel());
  }
}
