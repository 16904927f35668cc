package io.coterie.method.anchor;

import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import io.coterie.message.internal.WholeTotals;
import java.util.Arrays;

/**
 * Asks about the regions around some points, several sets of them: how many records are nearer to
 * the point than to all others of its set, and the sums of their differences from it, in given
 * deviations, cut off at {@value #FARTHEST}. Sealed; of a region of fewer than K records of all
 * sites nothing is given out, of the others the totals rounded, so that one record, whose part is
 * at most {@value #FARTHEST}, is less than what a total is rounded to.
 *
 * @param points one row each, set after set
 * @param sets of equal size
 * @param deviations one for each feature
 */
@Payload.Name("regions")
record RegionQuestion(Matrix points, int sets, Vector deviations) implements Payload {
  /** So many sets at most. */
  static final int MOST_SETS = 3;

  /** The most that a record adds to a sum. */
  static final int FARTHEST = 2;

  /** One in the sums. */
  static final long UNIT = 1024;

  public RegionQuestion {
    if (sets < 1
        || sets > MOST_SETS
        || points.rows() % sets != 0
        || deviations.size() != points.columns()) {
      throw new IllegalArgumentException("The points do not fit their sets.");
    }
  }

  int size() {
    return points.rows() * (1 + points.columns());
  }

  /** Returns the count and the sums of each region; each record is rounded by itself. */
  WholeTotals totals(Matrix block, Parallel parallel) {
    long[] totals = new long[size()];
    int each = points.rows() / sets;
    for (int set = 0; set < sets && block.rows() > 0; set++) {
      Neighbors near = NearestNeighbors.of(block, set(set, each), 1, parallel);
      for (int i = 0; i < block.rows(); i++) {
        add(block, i, set * each + near.index(i, 0), totals);
      }
    }
    return new WholeTotals(LongVector.of(totals), LongVector.of());
  }

  private Matrix set(int set, int each) {
    int d = points.columns();
    int from = set * each * d;
    return Matrix.over(each, d, Arrays.copyOfRange(points.array(), from, from + each * d));
  }

  private void add(Matrix block, int record, int point, long[] totals) {
    int at = point * (1 + points.columns());
    totals[at]++;
    for (int j = 0; j < points.columns(); j++) {
      double value = (block.at(record, j) - points.at(point, j)) / deviations.at(j);
      totals[at + 1 + j] += Math.round(UNIT * Math.max(-FARTHEST, Math.min(FARTHEST, value)));
    }
  }

  /** Returns what is given out of opened totals: nothing of regions of fewer than K records. */
  long[] rounded(long[] totals, int smallestGroup) {
    long multiple = RoundQuestion.multiple(smallestGroup);
    long[] sums = RoundQuestion.rounded(totals, multiple * UNIT);
    for (int at = 0; at < totals.length; at += 1 + points.columns()) {
      boolean isLarge = totals[at] >= smallestGroup;
      sums[at] = isLarge ? RoundQuestion.rounded(totals[at], multiple) : 0;
      for (int j = 1; j <= points.columns() && !isLarge; j++) {
        sums[at + j] = 0;
      }
    }
    return sums;
  }
}
