package io.coterie.method.dp;

import io.coterie.CoterieException;
import io.coterie.features.RecordMap;
import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * How a record is mapped into the unit ball by what is public alone.
 *
 * <ul>
 *   <li>Images and feature vectors have rows of length one.
 *   <li>A table's public bounds become [−1, 1]^d, then rows are clipped to a length of 0.6 √d: most
 *       records are well inside the box's corners, and noise grows with the radius.
 * </ul>
 *
 * @param steps from a record as read into the unit ball
 * @param dimension of a mapped record
 * @param unitRows whether all mapped records have length one
 */
record DpInput(List<RecordMap> steps, int dimension, boolean unitRows) {
  private static final double RADIUS = 0.6;

  DpInput {
    steps = List.copyOf(steps);
  }

  static DpInput of(StudyPlan plan) {
    InputPlan input = plan.input();
    if (input.kind().isTable()) {
      return table(plan, bounds(plan));
    }
    List<RecordMap> steps = new ArrayList<>();
    int dimension = input.dimension();
    if (input.usesHog()) {
      HogMap hog = new HogMap(input.kind().asImage());
      steps.add(hog);
      dimension = hog.outputDimension(dimension);
    }
    steps.add(new NormalizeRows(2));
    return new DpInput(steps, dimension, true);
  }

  private static DpInput table(StudyPlan plan, PublicBounds bounds) {
    int d = bounds.dimension();
    if (plan.input().scaling() == Scaling.L2) {
      return new DpInput(List.of(new Box(bounds), new NormalizeRows(2)), d, true);
    }
    double radius = RADIUS * Math.sqrt(d);
    return new DpInput(List.of(new Box(bounds), ClipRows.around(d, radius, radius)), d, false);
  }

  private static PublicBounds bounds(StudyPlan plan) {
    PublicBounds bounds =
        plan.privacy()
            .terms()
            .orElseThrow()
            .bounds()
            .orElseThrow(
                () ->
                    CoterieException.usage(
                        "Privacy level dp needs the public bounds of every feature (--bounds);"
                            + " bounds taken from the records would give the extreme ones away."));
    if (bounds.dimension() != plan.input().dimension()) {
      throw CoterieException.badData(
          "There are public bounds of %d features, but records have %d; state both bounds of each."
              .formatted(bounds.dimension(), plan.input().dimension()));
    }
    return bounds;
  }
}
