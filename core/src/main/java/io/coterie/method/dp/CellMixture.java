package io.coterie.method.dp;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.CellRecords;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.GaussianMixture.Mode;
import io.coterie.math.internal.eigen.EigenPairs;
import java.util.Arrays;
import java.util.List;

/**
 * Gaussian mixtures fitted to what is known of the records: the counts and means of cells, and one
 * covariance inside them, which is that of all records less that between cells. Nothing is asked of
 * the sites.
 *
 * @param parallel for densities
 */
record CellMixture(CellRecords cells, Parallel parallel) {
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
    double[] spreads = new double[counts.length];
    Arrays.fill(spreads, 1);
    return new CellMixture(new CellRecords(centers, counts, spreads, inside), parallel);
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
    Fit tied = bestTied(starts, clusterCount);
    int k = cells.means().columns();
    double more = (clusterCount - 1) * k * (k + 1) / 2.0;
    double needed = RECORDS_PER_PARAMETER * (tied.mixture().parameterCount() + more);
    if (needed > cells.total()) {
      return tied.mixture();
    }
    int[] clusters = tied.mixture().predict(cells.means(), parallel);
    Fit full = fit(CellRecords.posteriors(clusters, clusterCount), Mode.FULL);
    return full.bic() < tied.bic() ? full.mixture() : tied.mixture();
  }

  /** Returns the best of the mixtures with one covariance that begin at the starts. */
  GaussianMixture tied(List<int[]> starts, int clusterCount) {
    return bestTied(starts, clusterCount).mixture();
  }

  private Fit bestTied(List<int[]> starts, int clusterCount) {
    return starts.stream()
        .map(labels -> fit(CellRecords.posteriors(labels, clusterCount), Mode.TIED))
        .reduce((one, other) -> other.bic() < one.bic() ? other : one)
        .orElseThrow();
  }

  private Fit fit(Matrix posteriors, Mode mode) {
    double last = Double.NEGATIVE_INFINITY;
    double total = cells.total();
    GaussianMixture mixture = GaussianMixture.fit(cells.sums(posteriors), mode);
    for (int step = 0; step < MOST_STEPS; step++) {
      double likelihood = cells.expect(mixture, posteriors, parallel) / total;
      if (!(likelihood - last >= TOLERANCE)) {
        break;
      }
      last = likelihood;
      mixture = GaussianMixture.fit(cells.sums(posteriors), mode);
    }
    return new Fit(mixture, -2 * last * total + mixture.parameterCount() * Math.log(total));
  }
}
