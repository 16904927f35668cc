package io.coterie.method.fit;

import io.coterie.message.Payload;
import io.coterie.message.SumPayload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.internal.prepare.table.TableSite;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.List;

/** What a site is asked at most to find out whether it fits. */
public record FitSchedule(StudyPlan plan) {
  /** Whether it is asked. */
  public static final MethodOption<String> FIT =
      new MethodOption<>(
          "fit",
          "on|off",
          Values.words("on", "off"),
          "on",
          "Tables at level totals, 3 or more sites: each site finds out whether it fits.");

  /** Returns whether sites of a study find out whether they fit. */
  public static boolean isFor(StudyPlan plan) {
    return TableSite.isFor(plan)
        && !plan.input().hasOpenLevels()
        && FIT.in(plan).filter("off"::equals).isEmpty();
  }

  /**
   * Returns the stages.
   *
   * @param clusters that the study can have at most
   */
  public List<Stage> stages(int clusters) {
    InputPlan input = plan.input();
    long numbers = FitSite.numberColumns(input).length;
    long ranges = 1 + numbers * ValueGrid.RANGES;
    long parts = numbers * ValueGrid.MOST_PARTS;
    long cells = numbers * FitQuestion.MOST_PARTS;
    for (int j = 0; j < input.dimension(); j++) {
      cells += Math.min(input.levels(j), ColumnCells.MOST_LEVELS);
    }
    long pieces = FitQuestion.MOST_PIECES * (1 + cells) + clusters;
    return List.of(
        Stage.optional(step(FitQuestion.Ranges.class, SealedCounts.class, 2 * ranges)),
        Stage.optional(
            step(FitQuestion.Values.class, SealedCounts.class, FitQuestion.STEPS, 2 * parts)),
        Stage.optional(step(FitQuestion.Pieces.class, SealedCounts.class, 2 * pieces)),
        Stage.optional(step(FitQuestion.Flags.class, WholeTotals.class, FitFlags.size(clusters))));
  }

  private Step step(
      Class<? extends Payload> question, Class<? extends SumPayload<?>> reply, long numbers) {
    return step(question, reply, 1, numbers);
  }

  private Step step(
      Class<? extends Payload> question,
      Class<? extends SumPayload<?>> reply,
      int rounds,
      long numbers) {
    return Step.sum(plan, Payload.kindOf(question), reply, rounds, numbers);
  }
}
