package io.coterie.method.dp;

import io.coterie.features.RecordMap;
import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.LevelIndicators;
import io.coterie.math.IntVector;
import io.coterie.math.Vector;
import io.coterie.plan.DpTerms;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How a record of a table with columns of levels gets into the unit ball by what is public only: a
 * number by its bounds, onto [−1, 1]; a column of levels as a block of indicators that lies around
 * the origin, on a scale that no record has a part in. What is missing, and what is no level, is at
 * the origin of its block, which no level is nearer to than another. So a record has a bounded
 * length, whatever it holds.
 *
 * @param input what the columns are
 * @param bounds of the numbers; those of columns of levels say nothing
 */
record ColumnBlocks(InputPlan input, PublicBounds bounds) {
  /**
   * The distance of two levels of a column is √2 times this, where the bounds of a number are 2
   * apart. Numbers mostly deviate by less than half of that.
   */
  private static final double LEVEL = 0.5;

  /** Two levels need one value: at this distance from the middle on either side. */
  private static final double BINARY = LEVEL / Math.sqrt(2);

  List<RecordMap> steps() {
    double radius = radius();
    return List.of(indicators(), box(), ClipRows.around(dimension(), radius, radius));
  }

  /** Returns how far a share is off where a mapped record is off by one. */
  static double ofShare(StudyPlan plan) {
    return of(plan).radius() / LEVEL;
  }

  /** Returns how far a number is off, as a part of its range, where a mapped record is by one. */
  static double ofRange(StudyPlan plan) {
    return of(plan).radius() / 2;
  }

  private static ColumnBlocks of(StudyPlan plan) {
    return new ColumnBlocks(
        plan.input(), plan.privacy().terms().flatMap(DpTerms::bounds).orElseThrow());
  }

  /** Returns how many values a mapped record has. */
  int dimension() {
    return IntStream.range(0, input.dimension()).map(this::width).sum();
  }

  private int width(int column) {
    return input.levels(column) > 2 ? input.levels(column) : 1;
  }

  private LevelIndicators indicators() {
    int[] levels =
        IntStream.range(0, input.dimension()).map(j -> width(j) == 1 ? 0 : width(j)).toArray();
    int[] places = IntStream.of(levels).flatMap(count -> IntStream.range(0, count)).toArray();
    return new LevelIndicators(IntVector.of(levels), IntVector.of(places));
  }

  private Box box() {
    double[] lower = new double[dimension()];
    double[] upper = new double[lower.length];
    for (int j = 0, at = 0; j < input.dimension(); j++) {
      int count = input.levels(j);
      for (int k = 0; k < width(j); k++, at++) {
        double middle = count == 2 ? 0.5 : 1.0 / Math.max(1, count);
        double half = count == 2 ? 0.5 / BINARY : 1 / LEVEL;
        lower[at] = count == 0 ? bounds.lower().at(j) : middle - half;
        upper[at] = count == 0 ? bounds.upper().at(j) : middle + half;
      }
    }
    return new Box(new PublicBounds(Vector.of(lower), Vector.of(upper)));
  }

  /** Returns the length to which records are cut: that of most, as noise grows with it. */
  private double radius() {
    double squared = 0;
    for (int j = 0; j < input.dimension(); j++) {
      int count = input.levels(j);
      squared += count == 0 ? DpInput.RADIUS * DpInput.RADIUS : LEVEL * LEVEL * (1 - 1.0 / count);
    }
    return Math.sqrt(squared);
  }
}
