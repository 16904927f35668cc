package io.coterie.site.internal;

import io.coterie.math.Matrix;
import io.coterie.privacy.internal.LaplaceMechanism;

/**
 * The paper's noise on prototypes (Eq. 7 to 9, App. C): Laplace of scale 2 R/(n ε) on means and
 * (2√2 + 4) R²/(n ε) on covariances, n the smallest component of the site and R the largest
 * absolute sum of a record. The groups depend on the data and R is measured, so ε is nominal: this
 * is no proof of privacy.
 *
 * @param smallestCount n
 * @param radius R
 * @param epsilon the nominal budget
 */
public record PrototypeNoise(double smallestCount, double radius, double epsilon) {
  private static final double MEAN_SENSITIVITY = 2;
  private static final double COVARIANCE_SENSITIVITY = 2 * Math.sqrt(2) + 4;

  /** No radius is below this: records of zeros need a scale too, and its square must not vanish. */
  private static final double LEAST_RADIUS = 1e-12;

  /** Returns the noise for records in groups of the given sizes. */
  static PrototypeNoise of(Matrix records, double[] counts, double epsilon) {
    double radius = 0;
    for (int i = 0; i < records.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < records.columns(); j++) {
        sum += Math.abs(records.at(i, j));
      }
      radius = Math.max(radius, sum);
    }
    double smallest = java.util.Arrays.stream(counts).min().orElse(1);
    return new PrototypeNoise(smallest, Math.max(radius, LEAST_RADIUS), epsilon);
  }

  Matrix onMeans(Matrix means, LaplaceMechanism laplace) {
    return add(means, MEAN_SENSITIVITY * radius / (smallestCount * epsilon), laplace);
  }

  Matrix onCovariances(Matrix triangles, LaplaceMechanism laplace) {
    double scale = COVARIANCE_SENSITIVITY * radius * radius / (smallestCount * epsilon);
    return add(triangles, scale, laplace);
  }

  private static Matrix add(Matrix exact, double scale, LaplaceMechanism laplace) {
    Matrix noisy = exact.copy();
    for (int i = 0; i < noisy.array().length; i++) {
      noisy.array()[i] = laplace.release(noisy.array()[i], scale);
    }
    return noisy;
  }
}
