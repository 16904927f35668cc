package io.coterie.method.anchor;

import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.plan.PrivacyPlan;
import java.util.Arrays;

/**
 * How the coordinator learns about overlapping regions: a record is in the region of the point that
 * is nearest to it, of each of several sets of points.
 */
sealed interface RegionQuestion extends Payload {
  /** So many sets at most. */
  int MOST_SETS = 3;

  /** The most that a record adds to a sum. */
  int FARTHEST = 2;

  /** One in the sums. */
  long UNIT = 1024;

  /**
   * Returns what totals are rounded to: K/2, or more where one record could add as much as that.
   */
  static long multiple(int smallestGroup) {
    return Math.max(PrivacyPlan.countMultiple(smallestGroup), FARTHEST + 1) * UNIT;
  }

  /**
   * Asks how many records are in each region. Nobody but the sites reads the answer.
   *
   * @param points one row each, set after set
   * @param sets of equal size
   */
  @Payload.Name("regions")
  record Counts(Matrix points, int sets) implements RegionQuestion {
    public Counts {
      if (sets < 1 || sets > MOST_SETS || points.rows() < sets || points.rows() % sets != 0) {
        throw new IllegalArgumentException("The points do not fit their sets.");
      }
    }

    /** Returns the region of each record in each set. */
    private int[][] regions(Matrix block, Parallel parallel) {
      int each = points.rows() / sets;
      int d = points.columns();
      int[][] regions = new int[block.rows() == 0 ? 0 : sets][block.rows()];
      for (int set = 0; set < regions.length; set++) {
        int from = set * each * d;
        double[] own = Arrays.copyOfRange(points.array(), from, from + each * d);
        Neighbors near = NearestNeighbors.of(block, Matrix.over(each, d, own), 1, parallel);
        for (int i = 0; i < block.rows(); i++) {
          regions[set][i] = set * each + near.index(i, 0);
        }
      }
      return regions;
    }

    WholeTotals totals(Matrix block, Parallel parallel) {
      long[] counts = new long[points.rows()];
      for (int[] set : regions(block, parallel)) {
        for (int region : set) {
          counts[region]++;
        }
      }
      return new WholeTotals(LongVector.of(counts), LongVector.of());
    }
  }

  /**
   * Asks, of the regions with at least K records of all sites, for the sums of the differences of
   * the records from the point, in given deviations, cut off at {@value #FARTHEST}. Sealed; the
   * sites give the totals out rounded to multiples of K/2 or of 3, whichever is more, so that one
   * record is less than what a total is rounded to.
   *
   * @param counts the sealed totals of the question before
   * @param deviations one for each feature
   */
  @Payload.Name("region-sums")
  record Sums(SealedCounts counts, Vector deviations) implements RegionQuestion {
    /**
     * Returns a count and the sums for each region.
     *
     * @param counts of the regions, 0 of those that are left out
     */
    WholeTotals totals(
        Counts asked, long[] counts, CoarseValues coarse, Matrix block, Parallel parallel) {
      int d = deviations.size();
      double[] values = block.array();
      long[] units = new long[d];
      long[] totals = new long[asked.points().rows() * (1 + d)];
      for (int[] set : asked.regions(block, parallel)) {
        for (int i = 0; i < set.length; i++) {
          int region = set[i];
          if (counts[region] > 0) {
            int at = region * (1 + d);
            totals[at] += UNIT;
            coarse.write(values, i * d, !coarse.isFor(counts[region]), units);
            for (int j = 0; j < d; j++) {
              double moved = coarse.unit().value(units[j]) - asked.points().at(region, j);
              double value = moved / deviations.at(j);
              totals[at + 1 + j] +=
                  Math.round(UNIT * Math.max(-FARTHEST, Math.min(FARTHEST, value)));
            }
          }
        }
      }
      return new WholeTotals(LongVector.of(totals), LongVector.of());
    }
  }
}
