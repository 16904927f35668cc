package io.coterie.site.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.Gaussian;
import io.coterie.privacy.internal.LaplaceMechanism;

/**
 * The Gaussian summaries of a site's groups of records.
 *
 * @param counts records per group
 * @param means one row per group
 * @param spreads variances, or the upper triangle of the covariance, one row per group
 */
public record Prototypes(Vector counts, Matrix means, Matrix spreads) {
  /** Returns full covariances, shrunk so that few records still have one. */
  public static Prototypes full(Matrix records, int[] groups, int groupCount) {
    int d = records.columns();
    double[] counts = new double[groupCount];
    for (int group : groups) {
      counts[group]++;
    }
    Matrix means = Matrix.zeros(groupCount, d);
    Matrix triangles = Matrix.zeros(groupCount, d * (d + 1) / 2);
    double scale = meanVariance(records);
    for (int g = 0; g < groupCount; g++) {
      int wanted = g;
      int[] members =
          java.util.stream.IntStream.range(0, groups.length)
              .filter(i -> groups[i] == wanted)
              .toArray();
      Gaussian gaussian = Gaussian.shrunk(records.selectRows(members), scale);
      System.arraycopy(gaussian.mean(), 0, means.array(), g * d, d);
      int at = g * triangles.columns();
      for (int i = 0; i < d; i++) {
        for (int j = i; j < d; j++) {
          triangles.array()[at++] = gaussian.covariance().at(i, j);
        }
      }
    }
    return new Prototypes(Vector.of(counts), means, triangles);
  }

  /** Returns variances by feature alone. */
  public static Prototypes diagonal(Matrix records, int[] groups, int groupCount) {
    double[] counts = new double[groupCount];
    for (int group : groups) {
      counts[group]++;
    }
    Matrix means = GroupMeans.of(records, groups, groupCount);
    Matrix variances = Matrix.zeros(groupCount, records.columns());
    for (int i = 0; i < groups.length; i++) {
      for (int j = 0; j < records.columns(); j++) {
        double deviation = records.at(i, j) - means.at(groups[i], j);
        variances.set(
            groups[i], j, variances.at(groups[i], j) + deviation * deviation / counts[groups[i]]);
      }
    }
    return new Prototypes(Vector.of(counts), means, variances);
  }

  /** Returns the prototypes with the paper's noise on means and covariances. */
  public Prototypes noisy(Matrix records, double epsilon, LaplaceMechanism laplace) {
    PrototypeNoise noise = PrototypeNoise.of(records, counts.toArray(), epsilon);
    return new Prototypes(
        counts, noise.onMeans(means, laplace), noise.onCovariances(spreads, laplace));
  }

  private static double meanVariance(Matrix records) {
    Matrix spread = diagonal(records, new int[records.rows()], 1).spreads();
    double sum = 0;
    for (double variance : spread.array()) {
      sum += variance;
    }
    return sum / Math.max(1, records.columns());
  }
}
