package io.coterie.site.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.Moments;
import io.coterie.privacy.internal.Lattice;

/**
 * Sums over records in whole numbers. Each record is a point of the unit ball on a lattice, so that
 * what it adds is bounded exactly, in any order of summing: a sum moves by at most {@link #UNIT} in
 * Euclidean length, a second moment by at most {@link #SQUARED_UNIT} in Frobenius norm, a count by
 * its unit.
 *
 * <p>Second moments are summed as doubles, which are whole numbers below 2⁵³ and so add up exactly:
 * 2²² for a record leaves room for 2³¹ records.
 */
public final class ExactSums {
  /** One in whole numbers, of a sum of points. */
  public static final long UNIT = 1L << 15;

  /** One in whole numbers, of a sum of squares; the lattice is coarser there. */
  public static final long SQUARED_UNIT = 1L << 22;

  /** One record in a count with Gaussian noise: fine enough that shares of the noise add up. */
  public static final long COUNT_UNIT = 1L << 10;

  private static final int BLOCK = 1024;
  private static final Lattice FINE = new Lattice(15);
  private static final Lattice COARSE = new Lattice(11);

  private ExactSums() {}

  public static long[] counts(int[] cells, int cellCount, long unit) {
    long[] counts = new long[cellCount];
    for (int cell : cells) {
      counts[cell] += unit;
    }
    return counts;
  }

  /** In units of the ball's radius. */
  public static long[] sum(Matrix points, double radius, Parallel parallel) {
    return sums(points, radius, new int[points.rows()], 1, parallel);
  }

  /** One cell after the other. The sums are of whole numbers, so their order does not matter. */
  public static long[] sums(
      Matrix points, double radius, int[] cells, int cellCount, Parallel parallel) {
    int d = points.columns();
    long[] sums = new long[Math.multiplyExact(cellCount, d)];
    Matrix whole = onLattice(FINE, points, radius, parallel);
    double[] values = whole.array();
    for (int i = 0; i < points.rows(); i++) {
      int at = cells[i] * d;
      for (int j = 0; j < d; j++) {
        sums[at + j] += (long) values[i * d + j];
      }
    }
    return sums;
  }

  /** In units of the squared radius. */
  public static long squares(Matrix points, double radius, Parallel parallel) {
    double sum = 0;
    for (double value : onLattice(COARSE, points, radius, parallel).array()) {
      sum += value * value;
    }
    return (long) sum;
  }

  /**
   * Returns Σ z zᵀ in units of the squared radius: the diagonal, then the entries (1,0), (2,0),
   * (2,1), …
   */
  public static long[] secondMoment(Matrix points, double radius, Parallel parallel) {
    int d = points.columns();
    Matrix whole = onLattice(COARSE, points, radius, parallel);
    Matrix scatter = Moments.of(whole, new double[d], parallel).scatter();
    long[] entries = new long[d + d * (d - 1) / 2];
    int next = d;
    for (int i = 0; i < d; i++) {
      entries[i] = (long) scatter.at(i, i);
      for (int j = 0; j < i; j++) {
        entries[next++] = (long) scatter.at(i, j);
      }
    }
    return entries;
  }

  /** Whole numbers, in units of the ball's radius. */
  private static Matrix onLattice(
      Lattice lattice, Matrix points, double radius, Parallel parallel) {
    Matrix whole = Matrix.zeros(points.rows(), points.columns());
    int d = points.columns();
    parallel.forBlocks(
        points.rows(),
        BLOCK,
        (block, from, to) -> {
          double[] scaled = new double[d];
          for (int i = from; i < to; i++) {
            for (int j = 0; j < d; j++) {
              scaled[j] = points.at(i, j) / radius;
            }
            long[] placed = lattice.place(scaled);
            for (int j = 0; j < d; j++) {
              whole.set(i, j, (double) placed[j]);
            }
          }
        });
    return whole;
  }
}
