package io.coterie.deep.plus;

import io.coterie.deep.EncoderMap;
import io.coterie.deep.RefineQuestion;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.features.internal.HogMap;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.ClusterSums;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan;

/** What SPP-FGC+ asks a site at most, where features are learned. */
final class PlusSchedule {
  /** The most clusters that are found where a plan leaves their number open. */
  private static final int MOST_FOUND = 30;

  /** Numbers beside the weights: how many records there are, and the loss. */
  private static final int BESIDE = 2;

  private PlusSchedule() {}

  static Schedule of(StudyPlan plan) {
    PlusOptions options = PlusOptions.of(plan);
    Schedule schedule = Schedule.of();
    if (options.trains()) {
      if (!options.prototypes().isAlone()) {
        schedule = schedule.then(shares(plan));
      }
      schedule =
          schedule.then(
              Stage.required(weights(plan, TrainQuestion.class, options.rounds(), Weights.MOST)));
    }
    schedule = schedule.then(rounds(plan, options));
    return options.teaches() ? schedule.then(teaching(plan, options)) : schedule;
  }

  private static Step weights(
      StudyPlan plan, Class<? extends Payload> question, int rounds, long weights) {
    return Step.sum(plan, Payload.kindOf(question), WeightSums.class, rounds, BESIDE + weights);
  }

  private static Schedule shares(StudyPlan plan) {
    int values = plan.input().dimension();
    long d =
        plan.input().kind() instanceof InputKind.Image image
            ? new HogMap(image).outputDimension(values)
            : values;
    String share = Payload.kindOf(SharedAnchors.ShareQuestion.class);
    long axes = Math.min(SharedAnchors.AXES, d);
    return Schedule.of(
        Stage.required(Step.sum(plan, share, FeatureSums.class, 1, 1 + 2 * d)),
        Stage.required(Step.sum(plan, share, FeatureScatter.class, 1, Schedule.triangle(d))),
        Stage.required(
            Step.sum(
                plan,
                share,
                AnchorSums.class,
                1 + SharedAnchors.LLOYD_ROUNDS,
                BESIDE + SharedAnchors.ANCHORS * (1 + axes))),
        Stage.required(weights(plan, SharedAnchors.ShareQuestion.class, 1, 2)));
  }

  private static int clusters(StudyPlan plan) {
    return plan.clusters().isAuto() ? MOST_FOUND : plan.clusters().value();
  }

  /** The clusters of the embedded records, and training towards their means, in turn. */
  private static Schedule rounds(StudyPlan plan, PlusOptions options) {
    EncoderPlan network = options.network(plan);
    long clusters = clusters(plan);
    int embedded =
        new EncoderMap(network, Vector.of(), options.prototypes().hasGradients())
            .outputDimension(plan.input().dimension());
    StudyPlan inner = PlusOptions.embedded(plan, plan.clusters(), embedded);
    Schedule round =
        PlusOptions.ofEmbedded(plan)
            .schedule(inner)
            .then(
                Stage.optional(
                    Step.sum(
                        plan,
                        Payload.kindOf(PrototypeRounds.CentersQuestion.class),
                        ClusterSums.class,
                        1,
                        clusters * (1 + network.dimension() + clusters))),
                Stage.optional(weights(plan, RefineQuestion.class, 1, Weights.MOST)));
    return round
        .repeated(1 + options.prototypes().rounds())
        .then(
            Stage.optional(
                Step.sum(
                    plan,
                    Payload.kindOf(PrototypeRounds.ChoiceQuestion.class),
                    ClusterSums.class,
                    1,
                    clusters * (1L + plan.input().dimension()))));
  }

  private static Schedule teaching(StudyPlan plan, PlusOptions options) {
    return Schedule.of(
        Stage.optional(
            Step.sum(
                plan,
                Payload.kindOf(SelfTeaching.ClusterQuestion.class),
                ClusterSums.class,
                1,
                clusters(plan) * (2L + plan.input().dimension()))),
        Stage.optional(weights(plan, SelfTeaching.DrawQuestion.class, 1, 1)),
        Stage.optional(
            weights(
                plan,
                SelfTeaching.TeachQuestion.class,
                Math.max(1, options.teachingRounds().orElse(SelfTeaching.MOST_ROUNDS)),
                Weights.MOST)),
        Stage.optional(weights(plan, SelfTeaching.AdoptQuestion.class, 1, 1)));
  }
}
