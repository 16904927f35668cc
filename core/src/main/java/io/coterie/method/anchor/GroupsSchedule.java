package io.coterie.method.anchor;

import io.coterie.message.Payload;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.Anchors;
import io.coterie.message.internal.ClusterMoments;
import io.coterie.message.internal.Microclusters;
import io.coterie.message.internal.MixtureTotals;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import io.coterie.site.Records;
import java.util.ArrayList;
import java.util.List;

/** What the anchor graph asks a site at most. */
final class GroupsSchedule {
  static final String MICROCLUSTERS = "microclusters";

  /** The most anchors whose graph goes under masks: one word for each pair of them. */
  private static final int MOST_MASKED_ANCHORS = 8_000;

  /** The most anchors of a graph in the clear; there are 20 for the root of a record. */
  private static final int MOST_ANCHORS = 32_000;

  /** The most clusters that are found where a plan leaves their number open. */
  private static final int MOST_FOUND = 30;

  /** Mixtures that are fitted side by side, and the rounds of each. */
  private static final int MIXTURES = 2;

  /** Numbers that state the unit of a sum. */
  private static final int UNIT = 2;

  private GroupsSchedule() {}

  static int mostAnchors(StudyPlan plan) {
    return plan.privacy().sums() == SumMode.MASKED ? MOST_MASKED_ANCHORS : MOST_ANCHORS;
  }

  /** Returns the schedule for records of at most so many values. */
  static Schedule of(StudyPlan plan, long dimension) {
    long anchors = mostAnchors(plan);
    int clusters = plan.clusters().isAuto() ? MOST_FOUND : plan.clusters().value();
    AnchorProfile profile = AnchorProfile.of(plan);
    List<Stage> stages = new ArrayList<>();
    stages.add(
        Stage.required(
            Step.clear(
                plan, MICROCLUSTERS, Microclusters.class, 1, mostGroups(plan) * (1 + dimension))));
    String asked = Payload.kindOf(Anchors.class);
    long sums = UNIT + anchors * (1 + dimension);
    stages.add(
        Stage.required(
            Step.sum(plan, asked, AnchorSums.class, AnchorGroupsMethod.rounds(plan), sums)));
    Step graph = Step.sum(plan, asked, AnchorGraph.class, 1, Schedule.triangle(anchors) + anchors);
    stages.add(Stage.required(graph));
    if (profile.learnsMetric()) {
      stages.add(
          Stage.optional(
              Step.sum(
                  plan,
                  Payload.kindOf(MomentsQuestion.class),
                  ClusterMoments.class,
                  1,
                  clusters * (1 + dimension) + Schedule.triangle(dimension))));
      stages.add(
          Stage.optional(
              Step.sum(plan, Payload.kindOf(MappedAnchors.class), AnchorSums.class, 1, sums)));
      stages.add(Stage.optional(graph));
    }
    if (profile.fitsMixture()) {
      long mixture = clusters * (1 + dimension + dimension * dimension) + 2;
      stages.add(
          Stage.optional(
              Step.sum(
                  plan, Payload.kindOf(RefinementStart.class), MixtureTotals.class, 1, mixture)));
      stages.add(
          Stage.optional(
              Step.sum(
                  plan,
                  Payload.kindOf(MixtureQuestion.class),
                  MixtureTotals.class,
                  MixtureRefinement.MAX_ROUNDS,
                  MIXTURES * mixture)));
    }
    return new Schedule(stages);
  }

  /** Returns how many microclusters a site has at most; they are made of a sample. */
  private static long mostGroups(StudyPlan plan) {
    double most = AnchorGroupsMethod.MICROCLUSTER_FACTOR * Math.sqrt(Records.LARGEST_SAMPLE);
    return Math.max((long) Math.ceil(most), 2L * plan.clusters().orAssumed());
  }
}
