package io.coterie.graph.internal.knn;

import io.coterie.math.Matrix;
import io.coterie.math.internal.SmallestFew;
import java.util.Arrays;

/** Best few points seen so far for each of some queries, nearest first. Not thread-safe. */
final class Candidates {
  private final int count;
  private final int kept;
  private final int available;
  private final int[] indices;
  private final float[] scores;

  /** Scores from here on are of no use: there are better ones enough. */
  private final float[] limits;

  private final float[] smallest;
  private final SmallestFew nearest;

  Candidates(int queries, int count, int kept, int available) {
    this.limits = new float[queries];
    this.count = count;
    this.kept = kept;
    this.available = available;
    this.indices = new int[queries * kept];
    this.scores = new float[queries * kept];
    this.smallest = new float[kept];
    this.nearest = new SmallestFew(kept);
  }

  void clear() {
    Arrays.fill(scores, Float.POSITIVE_INFINITY);
    Arrays.fill(indices, -1);
    Arrays.fill(limits, Float.NaN);
  }

  /** NaN before the first tile. */
  float limit(int row) {
    return limits[row];
  }

  /** Takes what is better than the candidates so far; the tile's queries begin at a row. */
  void offer(FloatTiles.Scores tile, int first) {
    float[] least = tile.least();
    int rows = tile.rows();
    if (Float.isNaN(limits[first])) {
      setLimits(tile, first);
    }
    for (int g = 0; g < tile.groups(); g++) {
      for (int row = 0; row < rows; row++) {
        if (least[g * rows + row] < limits[first + row]) {
          offerGroup(tile, g * rows + row, first + row);
        }
      }
    }
  }

  /**
   * Bounds the first tile's scores: as many groups as are kept have a score that is no larger than
   * the last of their least.
   */
  private void setLimits(FloatTiles.Scores tile, int first) {
    for (int row = 0; row < tile.rows(); row++) {
      Arrays.fill(smallest, Float.POSITIVE_INFINITY);
      for (int g = 0; g < tile.groups(); g++) {
        float score = tile.least()[g * tile.rows() + row];
        if (score < smallest[kept - 1]) {
          int slot = kept - 1;
          while (slot > 0 && smallest[slot - 1] > score) {
            smallest[slot] = smallest[slot - 1];
            slot--;
          }
          smallest[slot] = score;
        }
      }
      limits[first + row] = Math.nextUp(smallest[kept - 1]);
    }
  }

  /** The members of a group that beat the worst candidate, by insertion. */
  private void offerGroup(FloatTiles.Scores tile, int at, int row) {
    int first = row * kept;
    int last = first + kept - 1;
    float limit = limits[row];
    for (int f = 0; f < FloatTiles.FOLD; f++) {
      float score = tile.strips()[f][at];
      if (score < limit) {
        int slot = last;
        while (slot > first && scores[slot - 1] > score) {
          scores[slot] = scores[slot - 1];
          indices[slot] = indices[slot - 1];
          slot--;
        }
        scores[slot] = score;
        indices[slot] = tile.point(f, at);
        limit = Math.min(limit, scores[last]);
      }
    }
    limits[row] = limit;
  }

  /**
   * Measures the candidates of a query in doubles, as far as they may be among the nearest, and
   * sorts them by distance, then index. Returns the doubt that is left, or null.
   *
   * @param own the query's own squared norm, if scores have it in them, else 0
   */
  RoundingBound refine(
      int row, Matrix queries, int query, Matrix points, double[] mean, double own) {
    int base = row * kept;
    nearest.clear();
    boolean isFull = true;
    for (int h = 0; h < count; h++) {
      isFull &= measure(indices[base + h], queries, query, points);
    }
    RoundingBound doubt = RoundingBound.of(queries, query, mean, nearest.value(count - 1));
    for (int h = count; h < kept; h++) {
      if (doubt.isSettledBy(scores[base + h] - own)) {
        return null;
      }
      isFull &= measure(indices[base + h], queries, query, points);
    }
    return isFull && kept == available ? null : doubt;
  }

  /** Returns false for a candidate that is missing because scores were no numbers. */
  private boolean measure(int index, Matrix queries, int query, Matrix points) {
    nearest.offer(
        index < 0 ? Double.POSITIVE_INFINITY : squaredDistance(queries, query, points, index),
        index);
    return index >= 0;
  }

  /** What is no number is as far as can be, so that the order of points decides there too. */
  static double squaredDistance(Matrix queries, int query, Matrix points, int point) {
    double distance = queries.squaredDistance(query, points, point);
    return Double.isNaN(distance) ? Double.POSITIVE_INFINITY : distance;
  }

  /** Copies the nearest of the query that was refined last. */
  void copyTo(int[] toIndices, double[] toDistances, int at) {
    nearest.copyTo(toIndices, toDistances, at, count);
  }
}
