package io.coterie.method.internal.prepare;

import io.coterie.features.internal.HogMap;
import io.coterie.message.Payload;
import io.coterie.message.internal.FeatureRange;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.FixedPoint;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.FederatedMethod;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.anchor.AnchorProfile;
import io.coterie.method.internal.prepare.table.TableCoordinator;
import io.coterie.method.internal.prepare.table.TableSite;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rounds that choose a representation, as far as the plan settles them: what a site may be
 * asked, and how many values a record has before and after.
 *
 * @param method that gets the prepared records
 * @param plan of the study
 */
public record PreparationSchedule(FederatedMethod method, StudyPlan plan) {
  private static final String PREPARE = Payload.kindOf(PreparationQuestion.class);

  /** Returns the most values that a record has where the method gets it. */
  public static int dimension(FederatedMethod method, StudyPlan plan) {
    return method.isPrepared(plan)
        ? new PreparationSchedule(method, plan).preparedDimension()
        : plan.input().dimension();
  }

  Schedule schedule() {
    long d = measuredDimension();
    List<Stage> stages = new ArrayList<>();
    if (TableSite.isFor(plan)) {
      return TableCoordinator.schedule(plan);
    }
    if (plan.privacy().level() == PrivacyLevel.TOTALS) {
      return exact(d);
    }
    stages.add(Stage.required(sums(d)));
    // The squares about the mean, or the sums after the smallest and largest values are known.
    stages.add(
        hasRange()
            ? Stage.optional(Step.clear(plan, PREPARE, FeatureRange.class, 1, 2 * d), sums(d))
            : Stage.optional(sums(d)));
    if (principalAxes().isPresent()) {
      stages.add(
          Stage.optional(Step.sum(plan, PREPARE, FeatureScatter.class, 1, Schedule.triangle(d))));
    }
    return new Schedule(stages);
  }

  /** Returns the rounds of whole numbers, for which records are counted under seal first. */
  private Schedule exact(long d) {
    long sums = 1 + d + FixedPoint.DIGITS * d;
    Step deviations = exact(ExactQuestion.Deviations.class, 2, sums);
    return Schedule.of(
        Stage.required(
            Step.sum(
                plan,
                Payload.kindOf(ExactQuestion.Present.class),
                SealedCounts.class,
                1,
                2 * (1 + d))),
        Stage.required(exact(ExactQuestion.Sums.class, 1, sums)),
        principalAxes().isPresent()
            ? Stage.optional(
                deviations, exact(ExactQuestion.Products.class, 1, 1 + Schedule.triangle(d)))
            : Stage.optional(deviations));
  }

  private Step exact(Class<? extends ExactQuestion> question, int rounds, long numbers) {
    return Step.sum(plan, Payload.kindOf(question), WholeTotals.class, rounds, numbers);
  }

  private Step sums(long d) {
    return Step.sum(plan, PREPARE, FeatureSums.class, 1, 1 + 2 * d);
  }

  private InputPlan input() {
    return plan.input();
  }

  boolean usesHog() {
    return input().usesHog() && !method.learnsFeatures(plan);
  }

  /** Returns whether the method gets pixels; all of them have one scale. */
  boolean isPixels() {
    return input().kind().isImage() && method.learnsFeatures(plan);
  }

  /** Returns whether records are scaled to length 1 before anything is measured. */
  boolean hasUnitRows() {
    Scaling scaling = input().scaling();
    return scaling == Scaling.L2 || (input().kind().isVectors() && scaling == Scaling.AUTO);
  }

  boolean hasRange() {
    return input().scaling() == Scaling.MINMAX && !isPixels();
  }

  /** Returns whether features may be standardized by their deviations. */
  boolean mayStandardize() {
    Scaling scaling = input().scaling();
    return scaling == Scaling.ZSCORE || (scaling == Scaling.AUTO && input().kind().isTable());
  }

  /** Returns how many values a record has while it is measured. */
  int measuredDimension() {
    if (TableSite.isFor(plan)) {
      return TableCoordinator.mostFeatures(plan);
    }
    return usesHog()
        ? new HogMap(input().kind().asImage()).outputDimension(input().dimension())
        : input().dimension();
  }

  /** Returns how many principal axes are kept, if records are projected at all. */
  Optional<Integer> principalAxes() {
    return isPixels()
        ? Optional.empty()
        : AnchorProfile.of(plan).principalAxes().filter(axes -> axes < measuredDimension());
  }

  int preparedDimension() {
    return principalAxes().orElseGet(this::measuredDimension);
  }
}
