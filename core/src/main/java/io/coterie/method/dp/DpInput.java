package io.coterie.method.dp;

import io.coterie.CoterieException;
import io.coterie.features.RecordMap;
import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.CosineBasis;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * How a record is mapped into the unit ball by what is public only.
 *
 * <ul>
 *   <li>Images and feature vectors have rows of length one.
 *   <li>On the route of the tree, oriented gradients keep what is smooth of them.
 *   <li>A table's public bounds, or those found from noisy totals, become [−1, 1]^d, then rows are
 *       clipped to a length of 0.6 √d: most records are well inside the box's corners, and noise
 *       grows with the radius.
 *   <li>A table with columns of levels has blocks of indicators, see {@link ColumnBlocks}.
 * </ul>
 *
 * @param steps from a record as read into the unit ball; none where bounds have to be found first
 * @param dimension of a mapped record
 * @param unitRows whether all mapped records have length one
 * @param isBounded whether it is known what records can be
 */
record DpInput(List<RecordMap> steps, int dimension, boolean unitRows, boolean isBounded) {
  static final double RADIUS = 0.6;

  /** How many functions of the public basis of oriented gradients are kept. */
  private static final int SMOOTHEST = 128;

  DpInput {
    steps = List.copyOf(steps);
  }

  static DpInput of(StudyPlan plan) {
    return of(plan, Route.of(plan));
  }

  static DpInput of(StudyPlan plan, Route route) {
    InputPlan input = plan.input();
    if (input.kind().isTable()) {
      return plan.privacy()
          .terms()
          .orElseThrow()
          .bounds()
          .map(bounds -> table(plan, bounds))
          .orElseGet(() -> unbounded(plan));
    }
    List<RecordMap> steps = new ArrayList<>();
    int dimension = input.dimension();
    if (input.usesHog()) {
      HogMap hog = new HogMap(input.kind().asImage());
      steps.add(hog);
      dimension = hog.outputDimension(dimension);
      if (route == Route.TREE) {
        CosineBasis basis = CosineBasis.of(hog, SMOOTHEST);
        return new DpInput(
            List.of(hog, new NormalizeRows(2), basis),
            basis.outputDimension(dimension),
            false,
            true);
      }
    }
    steps.add(new NormalizeRows(2));
    return new DpInput(steps, dimension, true, true);
  }

  /** Returns how a table's records get into the unit ball within bounds. */
  static DpInput table(StudyPlan plan, PublicBounds bounds) {
    int d = bounds.dimension();
    if (d != plan.input().dimension()) {
      throw CoterieException.badData(
          "There are public bounds of %d features, but records have %d; state both bounds of each."
              .formatted(d, plan.input().dimension()));
    }
    if (plan.input().hasLevels()) {
      ColumnBlocks blocks = new ColumnBlocks(plan.input(), bounds);
      return new DpInput(blocks.steps(), blocks.dimension(), false, true);
    }
    if (isScaled(plan)) {
      return new DpInput(List.of(new Box(bounds), new NormalizeRows(2)), d, true, true);
    }
    double radius = RADIUS * Math.sqrt(d);
    return new DpInput(
        List.of(new Box(bounds), ClipRows.around(d, radius, radius)), d, false, true);
  }

  private static DpInput unbounded(StudyPlan plan) {
    if (plan.input().hasLevels()) {
      throw CoterieException.usage(
          "Privacy level dp needs the public bounds of every number of a table with columns of"
              + " levels (--bounds): what a value can be, agreed on before anybody looked.");
    }
    return new DpInput(List.of(), plan.input().dimension(), isScaled(plan), false);
  }

  private static boolean isScaled(StudyPlan plan) {
    return plan.input().scaling() == Scaling.L2;
  }
}
