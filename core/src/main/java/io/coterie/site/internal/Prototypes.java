package io.coterie.site.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.Doubles;
import io.coterie.math.internal.cluster.Gaussian;
import io.coterie.privacy.internal.LaplaceMechanism;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The Gaussian summaries of a site's groups of records.
 *
 * @param counts records per group
 * @param means one row per group
 * @param spreads variances, or the upper triangle of the covariance, one row per group
 */
public record Prototypes(Vector counts, Matrix means, Matrix spreads) {
  private static final double MEAN_SENSITIVITY = 2;
  private static final double COVARIANCE_SENSITIVITY = 2 * Math.sqrt(2) + 4;

  /** No radius is below this: records of zeros need a scale too, and its square must not vanish. */
  private static final double LEAST_RADIUS = 1e-12;

  /** Shrunk, so that few records still have a covariance. */
  public static Prototypes full(Matrix records, int[] groups, int groupCount) {
    int d = records.columns();
    double[] counts = GroupMeans.counts(groups, groupCount);
    Matrix means = Matrix.zeros(groupCount, d);
    Matrix triangles = Matrix.zeros(groupCount, d * (d + 1) / 2);
    double scale = meanVariance(records);
    for (int g = 0; g < groupCount; g++) {
      int wanted = g;
      int[] members = IntStream.range(0, groups.length).filter(i -> groups[i] == wanted).toArray();
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

  public static Prototypes diagonal(Matrix records, int[] groups, int groupCount) {
    double[] counts = GroupMeans.counts(groups, groupCount);
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

  /**
   * Returns the prototypes with the paper's noise (Eq. 7 to 9, App. C): Laplace of scale 2 R/(n ε)
   * on means and (2√2 + 4) R²/(n ε) on covariances, n the smallest component of the site and R the
   * largest absolute sum of a record. The groups depend on the data and R is measured, so ε is
   * nominal: this is no proof of privacy.
   */
  public Prototypes noisy(Matrix records, double epsilon, LaplaceMechanism laplace) {
    double radius = LEAST_RADIUS;
    for (int i = 0; i < records.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < records.columns(); j++) {
        sum += Math.abs(records.at(i, j));
      }
      radius = Math.max(radius, sum);
    }
    double smallest = Arrays.stream(counts.toArray()).min().orElse(1);
    double onMeans = MEAN_SENSITIVITY * radius / (smallest * epsilon);
    double onCovariances = COVARIANCE_SENSITIVITY * radius * radius / (smallest * epsilon);
    return new Prototypes(
        counts,
        means.map((i, j, exact) -> laplace.release(exact, onMeans)),
        spreads.map((i, j, exact) -> laplace.release(exact, onCovariances)));
  }

  private static double meanVariance(Matrix records) {
    Matrix spread = diagonal(records, new int[records.rows()], 1).spreads();
    return Doubles.sum(spread.array()) / Math.max(1, records.columns());
  }
}
