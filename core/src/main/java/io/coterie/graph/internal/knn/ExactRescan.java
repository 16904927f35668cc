package io.coterie.graph.internal.knn;

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
  private final int[] found;
  private final int[] indices;
  private final double[] distances;

  ExactRescan(SearchPlan plan, List<RoundingBound> doubts) {
    this.plan = plan;
    this.doubts = doubts;
    this.count = plan.count();
    this.rows = doubts.stream().mapToInt(RoundingBound::query).toArray();
    this.found = new int[rows.length];
    this.indices = new int[rows.length * count];
    this.distances = new double[rows.length * count];
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
        measure(at % rows.length, point);
      }
    }
  }

  /** Keeps a point if it is among the nearest, of equal distances that of the lower index. */
  private void measure(int row, int point) {
    double distance = plan.queries().squaredDistance(rows[row], plan.points(), point);
    int base = row * count;
    int slot = base + found[row];
    if (found[row] == count) {
      slot = base + count - 1;
      if (!isBefore(distance, point, slot)) {
        return;
      }
    }
    while (slot > base && isBefore(distance, point, slot - 1)) {
      distances[slot] = distances[slot - 1];
      indices[slot] = indices[slot - 1];
      slot--;
    }
    distances[slot] = distance;
    indices[slot] = point;
    found[row] = Math.min(count, found[row] + 1);
  }

  private boolean isBefore(double distance, int point, int slot) {
    return distance < distances[slot] || (distance == distances[slot] && point < indices[slot]);
  }

  /** Copies what was found to the queries' rows of their tile. */
  void copyTo(int[] toIndices, double[] toDistances) {
    for (int i = 0; i < rows.length; i++) {
      int place = doubts.get(i).row() * count;
      System.arraycopy(indices, i * count, toIndices, place, count);
      System.arraycopy(distances, i * count, toDistances, place, count);
    }
  }
}
