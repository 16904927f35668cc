package io.coterie.math;

import java.util.Arrays;

/**
 * Finds the nearest center of many rows. BLAS products about an origin narrow the choice down to
 * the centers within rounding of the best; exact distances decide among those, so that duplicates
 * of a center never take its rows.
 *
 * <p>Immutable.
 */
@SuppressWarnings("ArrayRecordComponent") // working arrays of one search, compared by nobody
final class NearestCenters {
  static final int BLOCK = 512;

  // A bound on the relative rounding error of a product of up to some thousand terms.
  private static final double ROUNDING = 1e-12;

  private final Matrix points;
  private final double[] origin;
  private final double[][] blocks;

  /** Each row's nearest center and its squared distance to it. */
  record Nearest(int[] labels, double[] distances) {
    static Nearest of(int rows) {
      return new Nearest(new int[rows], new double[rows]);
    }
  }

  /** Centers less the origin, and half their squared lengths. */
  record Target(Matrix centers, double[] shifted, double[] halfNorms, double largestNorm) {}

  private NearestCenters(Matrix points, double[] origin, double[][] blocks) {
    this.points = points;
    this.origin = origin;
    this.blocks = blocks;
  }

  /** Prepares the rows; an origin near the middle of rows and centers keeps the rounding small. */
  static NearestCenters of(Matrix points, double[] origin, Parallel parallel) {
    double[][] blocks = new double[(points.rows() + BLOCK - 1) / BLOCK][];
    parallel.forBlocks(
        points.rows(),
        BLOCK,
        (block, from, to) -> {
          int columns = points.columns();
          blocks[block] = Arrays.copyOfRange(points.array(), from * columns, to * columns);
          subtract(blocks[block], origin);
        });
    return new NearestCenters(points, origin, blocks);
  }

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

  /** Returns a buffer for {@link #search}. */
  static double[] buffer(int centers) {
    return new double[BLOCK * centers];
  }

  /** Fills in the answers for the rows [from, to) of one block. */
  void search(int from, int to, Target target, SearchSlots slots) {
    int columns = points.columns();
    int count = target.halfNorms.length;
    double[] rows = blocks[from / BLOCK];
    double[] products = slots.products;
    Blas.products(rows, target.shifted, products, to - from, count, columns);
    for (int i = from; i < to; i++) {
      int start = (i - from) * count;
      double best = Double.POSITIVE_INFINITY;
      for (int c = 0; c < count; c++) {
        // Half the squared distance, less half the squared length of the row.
        double score = target.halfNorms[c] - products[start + c];
        products[start + c] = score;
        best = Math.min(best, score);
      }
      double scale = squaredLength(rows, (i - from) * columns, columns) + target.largestNorm;
      double limit = best + ROUNDING * scale;
      double distance = Double.POSITIVE_INFINITY;
      for (int c = 0; c < count; c++) {
        if (products[start + c] <= limit) {
          double exact = points.squaredDistance(i, target.centers, c);
          if (exact < distance) {
            distance = exact;
            slots.nearest.labels[i] = c;
          }
        }
      }
      slots.nearest.distances[i] = distance;
    }
  }

  /** Where a search writes: a buffer of its own and the rows' slots. */
  record SearchSlots(double[] products, Nearest nearest) {}

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
