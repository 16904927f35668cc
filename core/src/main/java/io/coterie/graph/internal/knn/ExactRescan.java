package io.coterie.graph.internal.knn;

import io.coterie.math.internal.SmallestFew;
import java.util.Arrays;
import java.util.List;

/**
 * The neighbors of queries in doubt: all points that may be nearer, measured in doubles. Not
 * thread-safe.
 */
final class ExactRescan {
  private final SearchPlan plan;
  private final List<RoundingBound> doubts;
  private final int count;
  private final int[] rows;
  private final SmallestFew[] nearest;

  ExactRescan(SearchPlan plan, List<RoundingBound> doubts) {
    this.plan = plan;
    this.doubts = doubts;
    this.count = plan.count();
    this.rows = doubts.stream().mapToInt(RoundingBound::query).toArray();
    this.nearest = new SmallestFew[rows.length];
    Arrays.setAll(nearest, row -> new SmallestFew(count));
  }

  void scan(FloatTiles tiles, FloatTiles.Scorer scorer) {
    scorer.ask(tiles.rows(plan.queries(), rows, 0, rows.length));
    for (int t = 0; t < tiles.count(); t++) {
      FloatTiles.Scores scores = scorer.compute(t, -1);
      for (int at = 0; at < scores.groups() * rows.length; at++) {
        // Floats that overflowed compare as false and are measured too.
        if (!doubts.get(at % rows.length).isSettledBy(scores.least()[at])) {
          measureGroup(scores, at, doubts.get(at % rows.length));
        }
      }
    }
  }

  private void measureGroup(FloatTiles.Scores scores, int at, RoundingBound doubt) {
    for (int f = 0; f < FloatTiles.FOLD; f++) {
      int point = scores.point(f, at);
      boolean other = point >= 0 && !(plan.skipSelf() && point == doubt.query());
      if (other && !doubt.isSettledBy(scores.strips()[f][at])) {
        int row = at % rows.length;
        nearest[row].offer(
            Candidates.squaredDistance(plan.queries(), rows[row], plan.points(), point), point);
      }
    }
  }

  /** Copies what was found to the queries' rows of their tile. */
  void copyTo(int[] toIndices, double[] toDistances) {
    for (int i = 0; i < rows.length; i++) {
      nearest[i].copyTo(toIndices, toDistances, doubts.get(i).row() * count, count);
    }
  }
}
