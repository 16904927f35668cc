package io.coterie.math.internal.cluster;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.Doubles;
import java.io.Serializable;
import java.util.Arrays;

/**
 * What rows add up to: their number, Σ (x − o) and Σ (x − o)(x − o)ᵀ about a public origin o. The
 * moments of several sites about the same origin add up to those of all their rows.
 *
 * @param count the number of rows
 * @param origin where the sums are taken about; near the mean, they cancel least
 * @param sums Σ (x − o)
 * @param scatter Σ (x − o)(x − o)ᵀ, both triangles
 */
@SuppressWarnings("ArrayRecordComponent") // large sums that nobody compares; shared, not copied
public record Moments(long count, double[] origin, double[] sums, Matrix scatter)
    implements Serializable {
  private static final int BLOCK = 1024;
  // Partial sums held at a time; fixed, so that they do not depend on the number of threads.
  private static final int PARTS = 8;

  public Moments {
    int d = origin.length;
    if (count < 0 || sums.length != d || scatter.rows() != d || scatter.columns() != d) {
      throw new IllegalArgumentException(
          "Count %d, %d sums and a %d x %d scatter do not fit an origin of %d columns; the count must"
                  .formatted(count, sums.length, scatter.rows(), scatter.columns(), d)
              + " not be negative and the sizes must agree.");
    }
  }

  /** Sums up rows. */
  public static Moments of(Matrix rows, double[] origin, Parallel parallel) {
    int d = rows.columns();
    if (origin.length != d) {
      throw new IllegalArgumentException(
          "The origin has %d values and the rows %d columns; the numbers must be equal."
              .formatted(origin.length, d));
    }
    int blocks = (rows.rows() + BLOCK - 1) / BLOCK;
    int parts = Math.max(1, Math.min(PARTS, blocks));
    double[][] sums = new double[parts][d];
    Matrix[] scatters = new Matrix[parts];
    parallel.forEach(
        parts,
        part -> {
          scatters[part] = Matrix.zeros(d, d);
          for (int block = part; block < blocks; block += parts) {
            int from = block * BLOCK;
            int to = Math.min(rows.rows(), from + BLOCK);
            Matrix centered = rows.centered(from, to, origin);
            addColumns(centered, sums[part]);
            Blas.addScatter(centered, scatters[part]);
          }
        });
    for (int part = 1; part < parts; part++) {
      Doubles.add(sums[0], 1, sums[part]);
      Doubles.add(scatters[0].array(), 1, scatters[part].array());
    }
    mirrorUpper(scatters[0]);
    return new Moments(rows.rows(), origin, sums[0], scatters[0]);
  }

  private static void addColumns(Matrix rows, double[] sums) {
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < sums.length; j++) {
        sums[j] += rows.at(i, j);
      }
    }
  }

  private static void mirrorUpper(Matrix square) {
    for (int i = 0; i < square.rows(); i++) {
      for (int j = 0; j < i; j++) {
        square.set(i, j, square.at(j, i));
      }
    }
  }

  /** The origins must be the same. */
  public Moments plus(Moments other) {
    if (!Arrays.equals(origin, other.origin)) {
      throw new IllegalArgumentException(
          "The moments are about different origins; sum every site's rows about the same one.");
    }
    double[] bothSums = sums.clone();
    Doubles.add(bothSums, 1, other.sums);
    return new Moments(count + other.count, origin, bothSums, scatter.plus(other.scatter));
  }

  public double[] mean() {
    requireRows();
    double[] mean = new double[origin.length];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = origin[j] + sums[j] / count;
    }
    return mean;
  }

  /**
   * Divided by the count, not by one less: the maximum-likelihood estimate, whose sums add up over
   * sites.
   */
  public Matrix covariance() {
    requireRows();
    int d = origin.length;
    Matrix covariance = Matrix.zeros(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        covariance.set(i, j, scatter.at(i, j) / count - (sums[i] / count) * (sums[j] / count));
      }
    }
    return covariance;
  }

  private void requireRows() {
    if (count == 0) {
      throw new IllegalArgumentException("There are no rows; a mean needs at least one.");
    }
  }
}
