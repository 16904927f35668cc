package io.coterie.math;

import java.util.List;

/**
 * A normal distribution whose columns are independent.
 *
 * @param mean one value per column; shared, not copied
 * @param variances one positive value per column; shared, not copied
 */
@SuppressWarnings("ArrayRecordComponent") // compared by divergence, never by equals
public record DiagonalGaussian(double[] mean, double[] variances) {
  public DiagonalGaussian {
    if (mean.length != variances.length) {
      throw new IllegalArgumentException(
          "%d means but %d variances; the numbers must be equal."
              .formatted(mean.length, variances.length));
    }
    for (double variance : variances) {
      if (!(variance > 0 && variance < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "A variance is %s; variances must be positive and finite. Add a small floor."
                .formatted(variance));
      }
    }
  }

  /** Returns KL(this ‖ other) = ½ Σ (v₁/v₂ + (m₁ − m₂)²/v₂ − 1 − ln(v₁/v₂)) over the columns. */
  public double divergenceTo(DiagonalGaussian other) {
    if (mean.length != other.mean.length) {
      throw new IllegalArgumentException(
          "The distributions have %d and %d columns; the numbers must be equal."
              .formatted(mean.length, other.mean.length));
    }
    double sum = 0;
    for (int j = 0; j < mean.length; j++) {
      double ratio = variances[j] / other.variances[j];
      double difference = mean[j] - other.mean[j];
      sum += ratio + difference * difference / other.variances[j] - 1 - Math.log(ratio);
    }
    return Math.max(0, sum / 2);
  }

  /** Returns ½ (KL(this ‖ other) + KL(other ‖ this)). */
  public double symmetricDivergence(DiagonalGaussian other) {
    return (divergenceTo(other) + other.divergenceTo(this)) / 2;
  }

  /** Returns ½ (KL + KLᵀ) between all pairs. */
  public static Matrix symmetricDivergences(List<DiagonalGaussian> gaussians, Parallel parallel) {
    int n = gaussians.size();
    Matrix divergences = Matrix.zeros(n, n);
    parallel.forEach(
        n,
        i -> {
          for (int j = 0; j < i; j++) {
            double divergence = gaussians.get(i).symmetricDivergence(gaussians.get(j));
            divergences.set(i, j, divergence);
            divergences.set(j, i, divergence);
          }
        });
    return divergences;
  }
}
