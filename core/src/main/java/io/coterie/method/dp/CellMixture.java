package io.coterie.method.dp;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.Gaussian;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.GaussianMixture.Mode;
import io.coterie.math.internal.cluster.MixtureSums;
import io.coterie.math.internal.eigen.EigenPairs;
import io.coterie.math.internal.linear.Cholesky;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gaussian mixtures fitted to what is known of the records: the counts and means of cells, and one
 * covariance inside them, which is that of all records less that between cells. Nothing is asked of
 * the sites.
 *
 * @param centers means of the cells, one row each
 * @param counts records of each cell
 * @param inside the covariance inside cells
 * @param parallel for densities
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record CellMixture(Matrix centers, double[] counts, Matrix inside, Parallel parallel) {
  private static final int MOST_STEPS = 80;
  private static final double TOLERANCE = 1e-6;

  /** The least and the most of the variance of all records that is left inside cells. */
  private static final double LEAST_INSIDE = 0.02;

  /** A mixture with a covariance for each cluster needs so many records for a parameter. */
  private static final double RECORDS_PER_PARAMETER = 3;

  /**
   * Returns the cells of points with these variances on uncorrelated axes.
   *
   * @param variances of the points, denoised
   */
  static CellMixture of(Matrix centers, double[] counts, double[] variances, Parallel parallel) {
    int k = variances.length;
    double total = Arrays.stream(counts).sum();
    Matrix relative = Matrix.zeros(k, k);
    for (int a = 0; a < k; a++) {
      for (int b = 0; b < k; b++) {
        double between = 0;
        for (int p = 0; p < counts.length; p++) {
          between += counts[p] * centers.at(p, a) * centers.at(p, b);
        }
        double scale = Math.sqrt(variances[a] * variances[b]);
        relative.set(a, b, (a == b ? 1 : 0) - between / (total * scale));
      }
    }
    // Noise may leave less than nothing inside cells along some direction.
    EigenPairs pairs = Blas.symmetricEigen(relative);
    Matrix inside = Matrix.zeros(k, k);
    for (int a = 0; a < k; a++) {
      for (int b = 0; b < k; b++) {
        double sum = 0;
        for (int e = 0; e < k; e++) {
          double value = Math.max(LEAST_INSIDE, Math.min(1, pairs.values()[e]));
          sum += value * pairs.vectors().at(a, e) * pairs.vectors().at(b, e);
        }
        inside.set(a, b, sum * Math.sqrt(variances[a] * variances[b]));
      }
    }
    return new CellMixture(centers, counts, inside, parallel);
  }

  /** A mixture and how it fits; lower is better. */
  record Fit(GaussianMixture mixture, double bic) {}

  /**
   * Returns the best of the mixtures with one covariance that begin at the starts or, where there
   * are enough records, that with a covariance for each cluster that begins where it ends, if it is
   * better. Those that begin where the others end are not compared: a covariance of few cells fits
   * them too well.
   *
   * @param starts the clusters of the cells
   */
  GaussianMixture best(List<int[]> starts, int clusterCount) {
    Fit tied =
        starts.stream()
            .map(labels -> fit(posteriors(labels, clusterCount), Mode.TIED))
            .reduce((one, other) -> other.bic() < one.bic() ? other : one)
            .orElseThrow();
    int k = centers.columns();
    double more = (clusterCount - 1) * k * (k + 1) / 2.0;
    double needed = RECORDS_PER_PARAMETER * (tied.mixture().parameterCount() + more);
    if (needed > Arrays.stream(counts).sum()) {
      return tied.mixture();
    }
    int[] clusters = tied.mixture().predict(centers, parallel);
    Fit full = fit(posteriors(clusters, clusterCount), Mode.FULL);
    return full.bic() < tied.bic() ? full.mixture() : tied.mixture();
  }

  private static Matrix posteriors(int[] labels, int clusterCount) {
    Matrix posteriors = Matrix.zeros(labels.length, clusterCount);
    for (int p = 0; p < labels.length; p++) {
      posteriors.set(p, labels[p], 1);
    }
    return posteriors;
  }

  private Fit fit(Matrix start, Mode mode) {
    Matrix posteriors = start;
    double last = Double.NEGATIVE_INFINITY;
    double total = Arrays.stream(counts).sum();
    GaussianMixture mixture = GaussianMixture.fit(sums(posteriors), mode);
    for (int step = 0; step < MOST_STEPS; step++) {
      posteriors = logJoint(mixture);
      double likelihood = normalize(posteriors) / total;
      if (!(likelihood - last >= TOLERANCE)) {
        break;
      }
      last = likelihood;
      mixture = GaussianMixture.fit(sums(posteriors), mode);
    }
    return new Fit(mixture, -2 * last * total + mixture.parameterCount() * Math.log(total));
  }

  /** Sums over the records of the cells, about the origin, as if they were known. */
  private MixtureSums sums(Matrix posteriors) {
    int k = centers.columns();
    int clusterCount = posteriors.columns();
    double[] masses = new double[clusterCount];
    Matrix firsts = Matrix.zeros(clusterCount, k);
    Matrix seconds = Matrix.zeros(clusterCount, k * (k + 1) / 2);
    for (int c = 0; c < clusterCount; c++) {
      for (int p = 0; p < counts.length; p++) {
        double mass = counts[p] * posteriors.at(p, c);
        masses[c] += mass;
        for (int a = 0, at = 0; a < k; a++) {
          firsts.set(c, a, firsts.at(c, a) + mass * centers.at(p, a));
          for (int b = a; b < k; b++, at++) {
            double second = centers.at(p, a) * centers.at(p, b) + inside.at(a, b);
            seconds.set(c, at, seconds.at(c, at) + mass * second);
          }
        }
      }
    }
    return new MixtureSums(new double[k], masses, firsts, seconds, 0, 0);
  }

  /** The expected log density of a cell's records: that of its mean, less ½ tr(Σ⁻¹ inside). */
  private Matrix logJoint(GaussianMixture mixture) {
    int clusterCount = mixture.clusterCount();
    List<Matrix> covariances = mixture.covariances();
    List<Gaussian> components = new ArrayList<>();
    double[] constants = mixture.logWeights();
    for (int c = 0; c < clusterCount; c++) {
      Matrix covariance = covariances.get(covariances.size() == 1 ? 0 : c);
      components.add(Gaussian.of(mixture.means().row(c), covariance));
      double[] inverse = Cholesky.of(covariance).inverse().array();
      for (int i = 0; i < inverse.length; i++) {
        constants[c] -= inverse[i] * inside.array()[i] / 2;
      }
    }
    Matrix densities = Gaussian.logDensities(components, centers, parallel);
    return densities.map((p, c, value) -> value + constants[c]);
  }

  /** Makes log joint densities posteriors; returns the log-likelihood of all records. */
  private double normalize(Matrix logs) {
    double likelihood = 0;
    for (int p = 0; p < logs.rows(); p++) {
      double largest = Arrays.stream(logs.row(p)).max().orElseThrow();
      double sum = 0;
      for (int c = 0; c < logs.columns(); c++) {
        sum += Math.exp(logs.at(p, c) - largest);
      }
      double log = largest + Math.log(sum);
      for (int c = 0; c < logs.columns(); c++) {
        logs.set(p, c, Math.exp(logs.at(p, c) - log));
      }
      likelihood += counts[p] * log;
    }
    return likelihood;
  }
}
