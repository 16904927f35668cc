package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.Doubles;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Gaussian mixture that is fitted from sums over rows, so that the rows may stay at their sites.
 * Few rows cannot break it: a component's covariance is drawn towards the pooled one by ν = d + 2
 * pseudo-rows, and the pooled one towards its diagonal.
 *
 * <p>Immutable, as long as nobody writes to the arrays it shares.
 */
public final class GaussianMixture implements Serializable {
  private static final long serialVersionUID = 1L;

  // Keeps a component that lost all its rows defined.
  private static final double EMPTY_COUNT = 1e-9;
  private static final double RIDGE = 1e-6;
  // A constant column has no variance of its own to take the ridge from.
  private static final double LEAST_RELATIVE_VARIANCE = 1e-9;
  private static final double LEAST_VARIANCE = 1e-200;

  /** What the components share. */
  public enum Mode {
    /** One covariance for all components. */
    TIED,
    FULL
  }

  private final double[] weights;
  private final Matrix means;
  private final List<Matrix> covariances;
  private final List<Gaussian> components;
  private final double[] origin;

  private GaussianMixture(double[] weights, Matrix means, List<Matrix> covariances) {
    this.weights = weights;
    this.means = means;
    this.covariances = List.copyOf(covariances);
    this.components = componentsOf(means, covariances);
    this.origin = new double[means.columns()];
    for (int c = 0; c < weights.length; c++) {
      for (int j = 0; j < origin.length; j++) {
        origin[j] += weights[c] * means.at(c, j);
      }
    }
  }

  /**
   * Returns the mixture with these parts, which are shared, not copied.
   *
   * @param covariances one per component, or a single one that all share
   * @throws ArithmeticException if a covariance is not positive definite
   */
  public static GaussianMixture of(double[] weights, Matrix means, List<Matrix> covariances) {
    int given = covariances.size();
    if (weights.length == 0
        || means.rows() != weights.length
        || (given != 1 && given != weights.length)) {
      throw new IllegalArgumentException(
          "%d weights, %d means and %d covariances; give as many means as weights, and as many"
                  .formatted(weights.length, means.rows(), given)
              + " covariances or just one.");
    }
    double sum = 0;
    for (double weight : weights) {
      if (!(weight > 0)) {
        throw new IllegalArgumentException(
            "A weight is %s; weights must be positive.".formatted(weight));
      }
      sum += weight;
    }
    if (!(Math.abs(sum - 1) < 1e-6)) {
      throw new IllegalArgumentException(
          "The weights sum to %s; they must sum to 1.".formatted(sum));
    }
    return new GaussianMixture(weights, means, covariances);
  }

  private static List<Gaussian> componentsOf(Matrix means, List<Matrix> covariances) {
    List<Gaussian> components = new ArrayList<>();
    for (int c = 0; c < means.rows(); c++) {
      components.add(
          c > 0 && covariances.size() == 1
              ? components.get(0).withMean(means.row(c))
              : Gaussian.of(means.row(c), covariances.get(c)));
    }
    return List.copyOf(components);
  }

  /**
   * The M-step: the mixture that maximizes the expected likelihood under the posteriors behind the
   * sums, but for the shrinkage of the covariances.
   */
  public static GaussianMixture fit(MixtureSums sums, Mode mode) {
    int d = sums.dimension();
    int clusterCount = sums.clusterCount();
    double total = sums.total();
    if (!(total > 0)) {
      throw new IllegalArgumentException("The sums are over no rows; a mixture needs some.");
    }
    double[] weights = new double[clusterCount];
    Matrix means = Matrix.zeros(clusterCount, d);
    List<Matrix> scatters = new ArrayList<>();
    Matrix pooled = Matrix.zeros(d, d);
    for (int c = 0; c < clusterCount; c++) {
      double count = sums.counts()[c] + EMPTY_COUNT;
      weights[c] = count / total;
      for (int j = 0; j < d; j++) {
        means.set(c, j, sums.origin()[j] + sums.firsts().at(c, j) / count);
      }
      Matrix covariance = covarianceOf(sums, c, count);
      scatters.add(covariance);
      Doubles.add(pooled.array(), count / total, covariance.array());
    }
    double pseudoRows = d + 2;
    shrinkToDiagonal(pooled, pseudoRows / (total + pseudoRows));
    double[] ridge = ridge(sums);
    for (int j = 0; j < d; j++) {
      pooled.set(j, j, pooled.at(j, j) + ridge[j]);
    }
    if (mode == Mode.TIED) {
      return new GaussianMixture(weights, means, List.of(pooled));
    }
    for (int c = 0; c < clusterCount; c++) {
      double count = sums.counts()[c] + EMPTY_COUNT;
      Matrix blended = Matrix.zeros(d, d);
      Doubles.add(blended.array(), count / (count + pseudoRows), scatters.get(c).array());
      Doubles.add(blended.array(), pseudoRows / (count + pseudoRows), pooled.array());
      scatters.set(c, blended);
    }
    return new GaussianMixture(weights, means, scatters);
  }

  private static Matrix covarianceOf(MixtureSums sums, int component, double count) {
    int d = sums.dimension();
    Matrix covariance = Matrix.zeros(d, d);
    int at = 0;
    for (int i = 0; i < d; i++) {
      double mean = sums.firsts().at(component, i) / count;
      for (int j = i; j < d; j++) {
        double value =
            sums.seconds().at(component, at++) / count
                - mean * (sums.firsts().at(component, j) / count);
        covariance.set(i, j, value);
        covariance.set(j, i, value);
      }
    }
    return covariance;
  }

  /** Variances stay as they are; only what is off the diagonal is drawn towards zero. */
  private static void shrinkToDiagonal(Matrix matrix, double part) {
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.rows(); j++) {
        if (i != j) {
          matrix.set(i, j, (1 - part) * matrix.at(i, j));
        }
      }
    }
  }

  /**
   * A small part of each column's variance over all rows, so that the ridge is in the unit of its
   * column.
   */
  private static double[] ridge(MixtureSums sums) {
    int d = sums.dimension();
    double total = sums.total();
    double[] variances = new double[d];
    double largest = 0;
    for (int j = 0, at = 0; j < d; at += d - j, j++) {
      double first = 0;
      double second = 0;
      for (int c = 0; c < sums.clusterCount(); c++) {
        first += sums.firsts().at(c, j);
        second += sums.seconds().at(c, at);
      }
      variances[j] = second / total - (first / total) * (first / total);
      largest = Math.max(largest, variances[j]);
    }
    double least = Math.max(LEAST_RELATIVE_VARIANCE * largest, LEAST_VARIANCE);
    return Arrays.stream(variances).map(variance -> RIDGE * Math.max(variance, least)).toArray();
  }

  /** The E-step: what a site sends for its rows, summed about {@link #origin}. */
  public MixtureSums sums(Matrix rows, Parallel parallel) {
    Matrix posteriors = logJoint(rows, parallel);
    int clusterCount = clusterCount();
    double logLikelihood = 0;
    double entropy = 0;
    double[] values = posteriors.array();
    for (int start = 0; start < values.length; start += clusterCount) {
      double logSum = logSum(values, start, clusterCount);
      logLikelihood += logSum;
      for (int c = start; c < start + clusterCount; c++) {
        double logPosterior = values[c] - logSum;
        values[c] = Math.exp(logPosterior);
        entropy -= values[c] == 0 ? 0 : values[c] * logPosterior;
      }
    }
    return MixtureSums.ofPosteriors(rows, posteriors, origin, parallel)
        .withScores(logLikelihood, Math.max(0, entropy));
  }

  /** ln Σ exp v, relative to the largest v, so that not every term underflows. */
  private static double logSum(double[] values, int start, int count) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int c = start; c < start + count; c++) {
      largest = Math.max(largest, values[c]);
    }
    double sum = 0;
    for (int c = start; c < start + count; c++) {
      sum += Math.exp(values[c] - largest);
    }
    return largest + Math.log(sum);
  }

  /** The lowest component among equals. */
  public int[] predict(Matrix rows, Parallel parallel) {
    Matrix scores = logJoint(rows, parallel);
    int[] labels = new int[rows.rows()];
    Arrays.setAll(labels, i -> Doubles.argMax(clusterCount(), c -> scores.at(i, c)));
    return labels;
  }

  /**
   * How near rows are to components.
   *
   * @param posteriors of the components, which add up to one
   * @param squares the squared Mahalanobis distances
   */
  public record Nearness(Matrix posteriors, Matrix squares) {}

  /** Returns how near rows are to components, one column for each. */
  public Nearness nearness(Matrix rows, Parallel parallel) {
    Matrix logs = Gaussian.logDensities(components, rows, parallel);
    Matrix squares = logs.map((i, c, log) -> components.get(c).squaredDistance(log));
    double[] logWeights = logWeights();
    double[] values = logs.array();
    int count = clusterCount();
    for (int start = 0; start < values.length; start += count) {
      for (int c = 0; c < count; c++) {
        values[start + c] += logWeights[c];
      }
      double logSum = logSum(values, start, count);
      for (int c = start; c < start + count; c++) {
        values[c] = Math.exp(values[c] - logSum);
      }
    }
    return new Nearness(logs, squares);
  }

  private Matrix logJoint(Matrix rows, Parallel parallel) {
    Matrix logs = Gaussian.logDensities(components, rows, parallel);
    double[] logWeights = logWeights();
    for (int i = 0; i < logs.array().length; i++) {
      logs.array()[i] += logWeights[i % logWeights.length];
    }
    return logs;
  }

  /**
   * The number of free parameters p: weights that add up to one, means, and symmetric covariances.
   */
  public long parameterCount() {
    long d = means.columns();
    return clusterCount() - 1L + clusterCount() * d + covariances.size() * d * (d + 1) / 2;
  }

  /**
   * −2 ln L + p ln N, given this mixture's own sums over all rows; smaller is better (G. Schwarz
   * 1978).
   */
  public double bic(MixtureSums sums) {
    return -2 * sums.logLikelihood() + parameterCount() * Math.log(sums.total());
  }

  public int clusterCount() {
    return weights.length;
  }

  public double[] weights() {
    return weights.clone();
  }

  public double[] logWeights() {
    return Arrays.stream(weights).map(Math::log).toArray();
  }

  /** Shared, not copied. */
  public Matrix means() {
    return means;
  }

  public List<Matrix> covariances() {
    return covariances;
  }

  /**
   * The mean of the mixture: sums about it cancel least, and every site can compute it from the
   * mixture, so that all sums are about the same origin.
   */
  public double[] origin() {
    return origin.clone();
  }
}
