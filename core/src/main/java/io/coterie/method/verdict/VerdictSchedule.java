package io.coterie.method.verdict;

import io.coterie.message.Payload;
import io.coterie.message.SumPayload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.plan.StudyPlan;
import io.coterie.secure.HiddenRounding;
import java.util.List;

/**
 * What a site is asked for a verdict at most.
 *
 * @param dimension features of a record
 */
public record VerdictSchedule(StudyPlan plan, long dimension) {
  /** Borders of a cluster in a cut at most: those it is linked to, and its nearest. */
  private static final int BORDERS = VerdictCoordinator.BORDERS + 1;

  public List<Stage> stages() {
    long anchors = VerdictQuestion.MOST_ANCHORS;
    long halves = 2L * VerdictQuestion.MOST_COINS;
    long graphs = halves * anchors * (1 + AnchorPairs.PARTNERS);
    long sums = halves * (anchors + HalfSums.scatter((int) dimension));
    long borders = 0;
    for (int number : VerdictCoordinator.NUMBERS) {
      borders += halves * borders(number);
    }
    return List.of(
        Stage.optional(
            step(
                VerdictQuestion.Halves.class,
                SealedCounts.class,
                2 * (graphs / 2 + sums + HiddenRounding.WORDS))),
        Stage.optional(step(VerdictQuestion.Graphs.class, WholeTotals.class, 1 + graphs)),
        Stage.optional(
            step(
                VerdictQuestion.Means.class,
                SealedCounts.class,
                2 * halves * AnchorGroups.MOST * dimension)),
        Stage.optional(
            step(VerdictQuestion.Cuts.class, SealedCounts.class, 4 * borders * Tubes.AXES)),
        Stage.optional(
            step(
                VerdictQuestion.Tubes.class,
                SealedCounts.class,
                4 * borders * Tubes.COUNTS + 2 * HiddenRounding.WORDS)),
        Stage.optional(
            step(
                VerdictQuestion.Scores.class,
                WholeTotals.class,
                1 + FoldScores.WORDS * (borders + VerdictCoordinator.NUMBERS.length))));
  }

  /** Returns how many borders of so many clusters are looked at. */
  static int borders(int clusters) {
    return Math.min(BORDERS * clusters, clusters * (clusters - 1) / 2);
  }

  private Step step(
      Class<? extends Payload> question, Class<? extends SumPayload<?>> reply, long numbers) {
    return Step.sum(plan, Payload.kindOf(question), reply, 1, numbers);
  }
}
