package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.linear.Cholesky;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records of which only cells are known: how many are in each, their mean, and how they spread
 * around it. The steps of EM need no more of them.
 *
 * @param means of the cells, one row each
 * @param counts records of each cell
 * @param spreads of the records of each cell, as a multiple of the shape
 * @param shape the covariance inside cells, up to their spreads
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record CellRecords(Matrix means, double[] counts, double[] spreads, Matrix shape) {
  /** Returns posteriors that are sure of these clusters of the cells. */
  public static Matrix posteriors(int[] labels, int clusterCount) {
    Matrix posteriors = Matrix.zeros(labels.length, clusterCount);
    for (int p = 0; p < labels.length; p++) {
      posteriors.set(p, labels[p], 1);
    }
    return posteriors;
  }

  public double total() {
    return Arrays.stream(counts).sum();
  }

  /** Sums over the records of the cells, about the origin, by the cells' posteriors. */
  public MixtureSums sums(Matrix posteriors) {
    int d = means.columns();
    int clusterCount = posteriors.columns();
    double[] masses = new double[clusterCount];
    Matrix firsts = Matrix.zeros(clusterCount, d);
    Matrix seconds = Matrix.zeros(clusterCount, d * (d + 1) / 2);
    for (int c = 0; c < clusterCount; c++) {
      for (int p = 0; p < counts.length; p++) {
        double mass = counts[p] * posteriors.at(p, c);
        masses[c] += mass;
        for (int a = 0, at = 0; a < d; a++) {
          firsts.set(c, a, firsts.at(c, a) + mass * means.at(p, a));
          for (int b = a; b < d; b++, at++) {
            double second = means.at(p, a) * means.at(p, b) + spreads[p] * shape.at(a, b);
            seconds.set(c, at, seconds.at(c, at) + mass * second);
          }
        }
      }
    }
    return new MixtureSums(new double[d], masses, firsts, seconds, 0, 0);
  }

  /**
   * Sets the posteriors of the cells under a mixture, and returns the log-likelihood of all
   * records. The expected log density of a cell's records is that of its mean, less ½ tr(Σ⁻¹ S).
   */
  public double expect(GaussianMixture mixture, Matrix posteriors, Parallel parallel) {
    int clusterCount = mixture.clusterCount();
    List<Matrix> covariances = mixture.covariances();
    List<Gaussian> components = new ArrayList<>();
    double[] inside = new double[clusterCount];
    for (int c = 0; c < clusterCount; c++) {
      Matrix covariance = covariances.get(covariances.size() == 1 ? 0 : c);
      components.add(Gaussian.of(mixture.means().row(c), covariance));
      double[] inverse = Cholesky.of(covariance).inverse().array();
      for (int i = 0; i < inverse.length; i++) {
        inside[c] += inverse[i] * shape.array()[i];
      }
    }
    Matrix densities = Gaussian.logDensities(components, means, parallel);
    double[] logWeights = mixture.logWeights();
    double likelihood = 0;
    double[] logs = new double[clusterCount];
    for (int p = 0; p < counts.length; p++) {
      for (int c = 0; c < clusterCount; c++) {
        logs[c] = densities.at(p, c) + logWeights[c] - spreads[p] * inside[c] / 2;
      }
      double largest = Arrays.stream(logs).max().orElseThrow();
      double log = largest + Math.log(Arrays.stream(logs).map(x -> Math.exp(x - largest)).sum());
      for (int c = 0; c < clusterCount; c++) {
        posteriors.set(p, c, Math.exp(logs[c] - log));
      }
      likelihood += counts[p] * log;
    }
    return likelihood;
  }
}
