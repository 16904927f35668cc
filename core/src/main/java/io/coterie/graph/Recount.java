package io.coterie.graph;

import io.coterie.math.Matrix;
import java.util.List;

/**
 * The neighbors of queries in doubt: all points that may be nearer, measured in doubles. Not
 * thread-safe.
 */
final class Recount {
  private final Matrix queries;
  private final Matrix points;
  private final int count;
  private final boolean skipSelf;
  private int[] rows = {};
  private int[] found = {};
  private int[] indices = {};
  private double[] distances = {};

  Recount(Matrix queries, Matrix points, int count, boolean skipSelf) {
    this.queries = queries;
    this.points = points;
    this.count = count;
    this.skipSelf = skipSelf;
  }

  void scan(List<Doubt> doubts, FloatTiles tiles, FloatTiles.Scores scores) {
    rows = doubts.stream().mapToInt(Doubt::query).toArray();
    found = new int[rows.length];
    indices = new int[rows.length * count];
    distances = new double[rows.length * count];
    scores.ask(tiles.rows(queries, rows));
    for (int t = 0; t < tiles.count(); t++) {
      scores.compute(t, -1);
      float[] least = scores.least();
      for (int at = 0; at < scores.groups() * rows.length; at++) {
        // Floats that overflowed compare as false and are measured too.
        if (!doubts.get(at % rows.length).isSettledBy(least[at])) {
          measureGroup(scores, at, doubts.get(at % rows.length));
        }
      }
    }
  }

  private void measureGroup(FloatTiles.Scores scores, int at, Doubt doubt) {
    for (int f = 0; f < FloatTiles.FOLD; f++) {
      int point = scores.point(f, at);
      boolean other = point >= 0 && !(skipSelf && point == doubt.query());
      if (other && !doubt.isSettledBy(scores.score(f, at))) {
        measure(at % rows.length, point);
      }
    }
  }

  /** Keeps a point if it is among the nearest, of equal distances that of the lower index. */
  private void measure(int row, int point) {
    double distance = queries.squaredDistance(rows[row], points, point);
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

  void copyTo(int[] toIndices, double[] toDistances) {
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(indices, i * count, toIndices, rows[i] * count, count);
      System.arraycopy(distances, i * count, toDistances, rows[i] * count, count);
    }
  }
}
