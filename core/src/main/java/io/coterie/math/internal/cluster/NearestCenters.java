package io.coterie.math.internal.cluster;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;

/**
 * Finds the nearest center of many rows. BLAS products about an origin narrow the choice down to
 * the centers within rounding of the best; distances in plain Java decide among those, so that
 * duplicates of a center never take its rows, and a row's center depends on no other row and on no
 * kernel of BLAS.
 *
 * @param points the rows
 * @param origin about which products are taken
 * @param blocks the rows less the origin
 * @param norms the squared lengths of those
 */
@SuppressWarnings("ArrayRecordComponent") // working arrays of one search, compared by nobody
record NearestCenters(Matrix points, double[] origin, double[][] blocks, double[] norms) {
  static final int BLOCK = 512;

  /** Between these squared lengths nothing overflows or falls below the smallest normal number. */
  private static final double SMALLEST = 0x1.0p-900;

  private static final double LARGEST = 0x1.0p1000;

  /** Centers less the origin, and half their squared lengths. */
  record Target(Matrix centers, double[] shifted, double[] halfNorms, double largestNorm) {}

  /** Prepares the rows; an origin near the middle of rows and centers keeps the rounding small. */
  static NearestCenters of(Matrix points, double[] origin, Parallel parallel) {
    double[][] blocks = new double[(points.rows() + BLOCK - 1) / BLOCK][];
    NearestCenters result = new NearestCenters(points, origin, blocks, new double[points.rows()]);
    parallel.forBlocks(points.rows(), BLOCK, result::prepare);
    return result;
  }

  private void prepare(int block, int from, int to) {
    int columns = points.columns();
    double[] rows = Arrays.copyOfRange(points.array(), from * columns, to * columns);
    subtract(rows, origin);
    blocks[block] = rows;
    for (int i = from; i < to; i++) {
      norms[i] = squaredLength(rows, (i - from) * columns, columns);
    }
  }

  /** Done once for all rows of an assignment. */
  Target target(Matrix centers) {
    int columns = points.columns();
    double[] shifted = centers.array().clone();
    subtract(shifted, origin);
    double[] halfNorms = new double[centers.rows()];
    double largest = 0;
    for (int c = 0; c < centers.rows(); c++) {
      double norm = squaredLength(shifted, c * columns, columns);
      halfNorms[c] = norm / 2;
      largest = Math.max(largest, norm);
    }
    return new Target(centers, shifted, halfNorms, largest);
  }

  static double[] buffer(int centers) {
    return new double[BLOCK * centers];
  }

  /** Where a search writes: a buffer of its own, and the label of each row. */
  record Slots(double[] products, int[] labels) {}

  /** Fills in the labels of the rows [from, to) of one block; ties go to the lowest index. */
  void search(int from, int to, Target target, Slots slots) {
    int count = target.halfNorms.length;
    double[] products = slots.products;
    Blas.products(
        blocks[from / BLOCK], target.shifted, products, to - from, count, points.columns());
    for (int i = from; i < to; i++) {
      int start = (i - from) * count;
      double best = Double.POSITIVE_INFINITY;
      double second = Double.POSITIVE_INFINITY;
      int label = 0;
      for (int c = 0; c < count; c++) {
        // Half the squared distance, less half the squared length of the row.
        double score = target.halfNorms[c] - products[start + c];
        if (score < best) {
          second = best;
          best = score;
          label = c;
        } else if (score < second) {
          second = score;
        }
      }
      double margin = margin(norms[i] + target.largestNorm);
      boolean isSure = second - best > margin;
      slots.labels[i] = isSure ? label : exactLabel(i, target, products, start, best + margin);
    }
  }

  /**
   * Bounds how far the score of the center with the least computed distance may be above the least
   * score, for S = |x|² + |c|² about the origin and u = 2⁻⁵³.
   *
   * <ul>
   *   <li>A score |c|²/2 − x·c is off by (D + 6) u S at most: coordinates by u each, the D products
   *       in any order by (D + 2) u of |x||c| ≤ S/2, the norm by (D + 4) u of itself, and the
   *       difference by u. That is so for both scores.
   *   <li>A distance is off by (D + 3) u of itself, at most 2 S, which is twice a score and |x|².
   *       That is so for both distances.
   * </ul>
   *
   * Together less than (4 D + 18) u S; the factor of two covers second order terms. Infinite where
   * numbers are too large or too small for these bounds to hold, or none.
   */
  private double margin(double squares) {
    boolean isInRange = squares > SMALLEST && squares < LARGEST;
    return isInRange
        ? (8.0 * points.columns() + 36) * 0x1.0p-53 * squares
        : Double.POSITIVE_INFINITY;
  }

  /** Decides by distances among the centers whose score is not beyond a limit. */
  private int exactLabel(int row, Target target, double[] products, int start, double limit) {
    int count = target.halfNorms.length;
    double least = Double.POSITIVE_INFINITY;
    int label = 0;
    for (int c = 0; c < count; c++) {
      // Not for what is above: a score that is no number rules nothing out.
      if (!(target.halfNorms[c] - products[start + c] > limit)) {
        double distance = points.squaredDistance(row, target.centers, c);
        if (distance < least) {
          least = distance;
          label = c;
        }
      }
    }
    return label;
  }

  private static void subtract(double[] rows, double[] origin) {
    int columns = origin.length;
    for (int start = 0; columns > 0 && start < rows.length; start += columns) {
      for (int j = 0; j < columns; j++) {
        rows[start + j] -= origin[j];
      }
    }
  }

  private static double squaredLength(double[] values, int start, int columns) {
    double sum = 0;
    for (int j = start; j < start + columns; j++) {
      sum += values[j] * values[j];
    }
    return sum;
  }
}
