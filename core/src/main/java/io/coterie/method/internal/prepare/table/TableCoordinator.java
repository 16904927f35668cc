package io.coterie.method.internal.prepare.table;

import io.coterie.CoterieException;
import io.coterie.features.FeatureLayout;
import io.coterie.features.RecordMap;
import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.SumUnit;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.Sites;
import io.coterie.plan.StudyPlan;
import io.coterie.secure.HiddenRounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Lets the sites work out the representation of a table; it carries sealed totals between them. */
public record TableCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  /**
   * The representation.
   *
   * @param steps for every record
   * @param unit of the lattice on which records are after them
   * @param layout what their features are
   */
  public record Prepared(List<RecordMap> steps, SumUnit unit, FeatureLayout layout) {}

  public Prepared prepare() {
    int size = new ColumnTotals(plan.input()).size();
    SealedCounts values =
        sites.total(new TableQuestion.Values(), Reply.sum(SealedCounts.zero(2 * size)));
    int shapes = ShapeTotals.size(TableScales.numberColumns(plan.input()).length);
    SealedCounts moments =
        sites.total(new TableQuestion.Shapes(values), Reply.sum(SealedCounts.zero(2 * shapes)));
    DependenceTotals dependence = new DependenceTotals(plan.input());
    SealedCounts last =
        dependence.isAsked()
            ? sites.total(
                new TableQuestion.Pairs(moments), Reply.sum(SealedCounts.zero(dependence.size())))
            : moments;
    TableScales scales =
        TableScales.read(
            plan.input(), given(new TableQuestion.Columns(last), TableScales.size(plan.input())));
    if (scales.features() == 0) {
      throw CoterieException.badData(
          ("Every column has one level that is frequent enough and no other; there is nothing to"
                  + " cluster by. Levels with fewer than %d records are put together.")
              .formatted(plan.privacy().smallestGroup()));
    }
    reportLeftOut(scales);
    TableSteps steps = TableSteps.of(scales);
    if (scales.hasGaps()) {
      steps = steps.with(expected(scales.features()));
      context.report("missing", "expected from the other values, over all sites");
    }
    return new Prepared(steps.all(), steps.unit(), steps.layout());
  }

  private void reportLeftOut(TableScales scales) {
    List<Integer> leftOut = scales.leftOut();
    if (!leftOut.isEmpty()) {
      context.report(
          "left out",
          "columns on which no other one depends: "
              + leftOut.stream()
                  .map(column -> Integer.toString(column + 1))
                  .collect(Collectors.joining(", ")));
    }
  }

  private GapTotals expected(int features) {
    Reply<SealedCounts> reply =
        Reply.sum(SealedCounts.zero(GapTotals.size(features) + HiddenRounding.WORDS));
    SealedCounts totals = sites.total(new TableQuestion.Gaps(), reply);
    for (int step = 1; step < GapTotals.STEPS; step++) {
      totals = sites.total(new TableQuestion.FurtherGaps(totals), reply);
    }
    return GapTotals.moved(
        given(new TableQuestion.Expected(totals), GapTotals.size(features)), features);
  }

  /** Returns what all sites gave alike. */
  private long[] given(Payload question, int size) {
    long[] totals = sites.total(question, WholeTotals.zero(1 + size, 0)).counts().toArray();
    long siteCount = totals[0];
    for (long total : totals) {
      if (siteCount < 1 || total % siteCount != 0) {
        throw CoterieException.badData(
            "The sites opened different totals: one of them lies or its records changed during"
                + " the study; begin it again.");
      }
    }
    return Arrays.stream(totals, 1, totals.length).map(total -> total / siteCount).toArray();
  }

  /** Returns what a site may be asked. */
  public static Schedule schedule(StudyPlan plan) {
    long values = new ColumnTotals(plan.input()).size();
    long shapes = ShapeTotals.size(TableScales.numberColumns(plan.input()).length);
    DependenceTotals dependence = new DependenceTotals(plan.input());
    int most = mostFeatures(plan);
    long gaps = 2L * (GapTotals.size(most) + HiddenRounding.WORDS);
    List<Stage> stages = new ArrayList<>();
    stages.add(Stage.required(sealed(plan, TableQuestion.Values.class, 1, 4 * values)));
    stages.add(Stage.required(sealed(plan, TableQuestion.Shapes.class, 1, 4 * shapes)));
    if (dependence.isAsked()) {
      stages.add(
          Stage.required(sealed(plan, TableQuestion.Pairs.class, 1, 2L * dependence.size())));
    }
    stages.add(
        Stage.required(
            given(plan, TableQuestion.Columns.class, 1 + TableScales.size(plan.input()))));
    stages.add(Stage.optional(sealed(plan, TableQuestion.Gaps.class, 1, gaps)));
    stages.add(
        Stage.optional(sealed(plan, TableQuestion.FurtherGaps.class, GapTotals.STEPS - 1, gaps)));
    stages.add(Stage.optional(given(plan, TableQuestion.Expected.class, 1 + GapTotals.size(most))));
    return new Schedule(stages);
  }

  /** Returns the most features that a record can have. */
  public static int mostFeatures(StudyPlan plan) {
    int features = 0;
    for (int j = 0; j < plan.input().dimension(); j++) {
      features += Math.max(1, plan.input().levels(j));
    }
    return features;
  }

  private static Step sealed(
      StudyPlan plan, Class<? extends Payload> question, int rounds, long numbers) {
    return Step.sum(plan, Payload.kindOf(question), SealedCounts.class, rounds, numbers);
  }

  private static Step given(StudyPlan plan, Class<? extends Payload> question, long numbers) {
    return Step.sum(plan, Payload.kindOf(question), WholeTotals.class, 1, numbers);
  }
}
