package io.coterie.fusion.internal;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.Gaussian;
import io.coterie.math.internal.eigen.EigenPairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * K between the prototypes of different sites: exp(−KL), Eq. 11. KL is not symmetric, so the blocks
 * of two sites differ; the Laplacian takes their mean, and so does this. (The exponential of the
 * mean divergence is no substitute: a tight prototype inside a wide one is near it in one direction
 * only, and would lose every link.) In many dimensions every divergence is large and every affinity
 * vanishes, so there it is divided by a temperature: the median over the prototypes of the smallest
 * divergence.
 */
final class PrototypeAffinity {
  /** With more dimensions than this the divergences are divided by a temperature. */
  private static final int WARM_DIMENSION = 30;

  /**
   * Least eigenvalue of a noisy covariance, as a share of its mean variance: noise may have made it
   * negative.
   */
  private static final double LEAST_SHARE = 1e-3;

  private PrototypeAffinity() {}

  /** K is zero within a site: there the site's own graph stands. */
  static Matrix of(List<Gaussian> prototypes, int[] sites, Parallel parallel) {
    int count = sites.length;
    Matrix divergences = Gaussian.divergences(prototypes, parallel);
    double temperature =
        prototypes.get(0).dimension() > WARM_DIMENSION ? temperature(divergences, sites) : 1;
    Matrix affinity = Matrix.zeros(count, count);
    for (int p = 0; p < count; p++) {
      for (int q = 0; q < count; q++) {
        if (sites[p] != sites[q]) {
          double there = Math.exp(-divergences.at(p, q) / temperature);
          double back = Math.exp(-divergences.at(q, p) / temperature);
          affinity.set(p, q, (there + back) / 2);
        }
      }
    }
    return affinity;
  }

  private static double temperature(Matrix divergences, int[] sites) {
    double[] smallest =
        IntStream.range(0, sites.length)
            .mapToDouble(p -> smallest(divergences, sites, p))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    return smallest.length == 0 ? 1 : Math.max(1, smallest[smallest.length / 2]);
  }

  private static double smallest(Matrix divergences, int[] sites, int prototype) {
    double smallest = Double.POSITIVE_INFINITY;
    for (int q = 0; q < sites.length; q++) {
      if (sites[q] != sites[prototype]) {
        smallest = Math.min(smallest, divergences.at(prototype, q));
      }
    }
    return smallest;
  }

  /** Noise may leave a covariance indefinite; its eigenvalues are then lifted. */
  static List<Gaussian> gaussians(Matrix means, Matrix triangles) {
    int d = means.columns();
    List<Gaussian> gaussians = new ArrayList<>();
    for (int p = 0; p < means.rows(); p++) {
      Matrix covariance = Matrix.zeros(d, d);
      int at = p * triangles.columns();
      for (int i = 0; i < d; i++) {
        for (int j = i; j < d; j++) {
          double value = triangles.array()[at++];
          covariance.set(i, j, value);
          covariance.set(j, i, value);
        }
      }
      gaussians.add(Gaussian.of(means.row(p), positive(covariance)));
    }
    return gaussians;
  }

  private static Matrix positive(Matrix covariance) {
    EigenPairs pairs = Blas.symmetricEigen(covariance);
    double mean = Arrays.stream(pairs.values()).map(Math::abs).average().orElse(1);
    double least = Math.max(LEAST_SHARE * mean, 1e-12);
    if (pairs.values()[0] >= least * LEAST_SHARE) {
      return covariance;
    }
    double[] values = pairs.values();
    Matrix scaled =
        pairs.vectors().map((i, j, value) -> value * Math.sqrt(Math.max(values[j], least)));
    return Blas.multiplyByTransposed(scaled, scaled);
  }

  static double[] shares(double[] counts) {
    double total = Arrays.stream(counts).sum();
    return Arrays.stream(counts).map(count -> count / total).toArray();
  }
}
