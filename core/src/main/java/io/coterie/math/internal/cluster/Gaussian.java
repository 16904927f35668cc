package io.coterie.math.internal.cluster;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.linear.Cholesky;
import java.io.Serializable;
import java.util.List;

/**
 * A normal distribution with a full covariance, as in Eq. (11) of the paper: the divergence between
 * two of them says how far two prototypes are apart.
 *
 * <p>Immutable, as long as nobody writes to the arrays it shares.
 *
 * @param mean shared, not copied
 * @param covariance shared, not copied
 * @param factor of the covariance
 */
@SuppressWarnings("ArrayRecordComponent") // compared by divergence, never by equals
public record Gaussian(double[] mean, Matrix covariance, Cholesky factor) implements Serializable {
  private static final int BLOCK = 512;
  private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

  /**
   * Returns the distribution with this mean and covariance; both are shared, not copied.
   *
   * @throws ArithmeticException if the covariance is not positive definite
   */
  public static Gaussian of(double[] mean, Matrix covariance) {
    requireMean(mean, covariance.rows());
    return new Gaussian(mean, covariance, Cholesky.of(covariance));
  }

  /**
   * Estimates a distribution from rows, with a covariance that is positive definite however few the
   * rows are: (1 − a) S + a (tr S / d) I + (0.001 v + 1e-10) I, where S is the covariance of the n
   * rows, a = d / (n + d), and v is the scale.
   *
   * @param scale the mean variance of the columns over all rows of the site, not of this group
   *     alone
   */
  public static Gaussian shrunk(Matrix rows, double scale) {
    int n = rows.rows();
    int d = rows.columns();
    if (n == 0 || !(scale >= 0 && scale < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "%d rows and scale %s; there must be a row, and the scale must be finite and not negative."
              .formatted(n, scale));
    }
    Moments moments = Moments.of(rows, rows.row(0), Parallel.sequential());
    Matrix covariance = moments.covariance();
    double trace = 0;
    for (int j = 0; j < d; j++) {
      trace += covariance.at(j, j);
    }
    double a = d / (double) (n + d);
    double[] values = covariance.array();
    for (int j = 0; j < values.length; j++) {
      values[j] *= 1 - a;
    }
    for (int j = 0; j < d; j++) {
      values[j * d + j] += a * trace / d + 1e-3 * scale + 1e-10;
    }
    return of(moments.mean(), covariance);
  }

  /** With the same covariance, so that it is factored once for all components that share it. */
  Gaussian withMean(double[] other) {
    requireMean(other, covariance.rows());
    return new Gaussian(other, covariance, factor);
  }

  private static void requireMean(double[] mean, int dimension) {
    if (mean.length != dimension) {
      throw new IllegalArgumentException(
          "The mean has %d values and the covariance %d rows; the numbers must be equal."
              .formatted(mean.length, dimension));
    }
  }

  public int dimension() {
    return mean.length;
  }

  /**
   * Returns KL between all pairs, from the row's distribution to the column's: ½ (tr(Σ₂⁻¹Σ₁) +
   * (μ₁−μ₂)ᵀ Σ₂⁻¹ (μ₁−μ₂) − d + ln det Σ₂ − ln det Σ₁).
   */
  public static Matrix divergences(List<Gaussian> gaussians, Parallel parallel) {
    int n = gaussians.size();
    Matrix divergences = Matrix.zeros(n, n);
    parallel.forEach(n, j -> gaussians.get(j).fillDivergences(gaussians, divergences, j));
    return divergences;
  }

  /**
   * Puts the divergences from all distributions to this one into a column. With Σ⁻¹ in hand a trace
   * is one sum over the entries of two matrices, where each pair by itself would cost a solve of d
   * right sides.
   */
  private void fillDivergences(List<Gaussian> from, Matrix divergences, int column) {
    int d = dimension();
    int n = from.size();
    double[] inverse = factor.inverse().array();
    Matrix differences = Matrix.zeros(n, d);
    for (int i = 0; i < n; i++) {
      requireMean(from.get(i).mean, d);
      System.arraycopy(from.get(i).mean, 0, differences.array(), i * d, d);
    }
    double[] distances = whitened(differences, 0, n);
    for (int i = 0; i < n; i++) {
      Gaussian other = from.get(i);
      double squares = 0;
      for (int k = i * d; k < (i + 1) * d; k++) {
        squares += distances[k] * distances[k];
      }
      double trace = dot(inverse, other.covariance.array());
      double logs = factor.logDeterminant() - other.factor.logDeterminant();
      divergences.set(i, column, Math.max(0, (trace + squares - d + logs) / 2));
    }
  }

  /**
   * Four strands, which the processor can add side by side: one sum would wait for the last
   * addition in every step.
   */
  private static double dot(double[] a, double[] b) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int k = 0;
    for (; k + 3 < a.length; k += 4) {
      s0 += a[k] * b[k];
      s1 += a[k + 1] * b[k + 1];
      s2 += a[k + 2] * b[k + 2];
      s3 += a[k + 3] * b[k + 3];
    }
    for (; k < a.length; k++) {
      s0 += a[k] * b[k];
    }
    return s0 + s1 + (s2 + s3);
  }

  /**
   * One row for each row, one column for each distribution. As logarithms, since densities in many
   * dimensions underflow.
   */
  public static Matrix logDensities(List<Gaussian> gaussians, Matrix rows, Parallel parallel) {
    for (Gaussian gaussian : gaussians) {
      requireMean(gaussian.mean, rows.columns());
    }
    Matrix result = Matrix.zeros(rows.rows(), gaussians.size());
    parallel.forBlocks(
        rows.rows(), BLOCK, (block, from, to) -> fillLogDensities(gaussians, rows, from, result));
    return result;
  }

  /**
   * Returns the squared Mahalanobis distance of a point of which the logarithm of the density is
   * known.
   */
  double squaredDistance(double logDensity) {
    return Math.max(0, -2 * logDensity - dimension() * LOG_TWO_PI - factor.logDeterminant());
  }

  @SuppressWarnings("ReferenceEquality") // a shared factor is the same object
  private static void fillLogDensities(
      List<Gaussian> gaussians, Matrix rows, int from, Matrix result) {
    int d = rows.columns();
    int count = Math.min(BLOCK, rows.rows() - from);
    double[] solved = new double[0];
    Gaussian base = null;
    for (int c = 0; c < gaussians.size(); c++) {
      Gaussian gaussian = gaussians.get(c);
      // A shared factor whitens the rows once; the mean then moves by its own whitened difference.
      double[] shift = new double[d];
      if (base == null || base.factor != gaussian.factor) {
        base = gaussian;
        solved = gaussian.whitened(rows, from, count);
      } else {
        shift = base.whitened(Matrix.over(1, d, gaussian.mean), 0, 1);
      }
      double constant = -(d * LOG_TWO_PI + gaussian.factor.logDeterminant()) / 2;
      for (int i = 0; i < count; i++) {
        double squares = 0;
        for (int j = 0; j < d; j++) {
          double value = solved[i * d + j] - shift[j];
          squares += value * value;
        }
        result.set(from + i, c, constant - squares / 2);
      }
    }
  }

  /**
   * L⁻¹ (x − μ) for a block of rows: its squared length is the Mahalanobis distance, without an
   * inverse that would lose digits.
   */
  private double[] whitened(Matrix rows, int from, int count) {
    Matrix block = rows.centered(from, from + count, mean);
    Blas.solveLowerInPlace(factor.lower(), block);
    return block.array();
  }
}
