package io.coterie.math.internal.cluster;

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

  /**
   * Returns ½ (KL(this ‖ other) + KL(other ‖ this)), in which the logarithms cancel: ¼ Σ ((v₁ −
   * v₂)² + (m₁ − m₂)² (v₁ + v₂)) / (v₁ v₂).
   */
  public double symmetricDivergence(DiagonalGaussian other) {
    double sum = 0;
    for (int j = 0; j < mean.length; j++) {
      double first = variances[j];
      double second = other.variances[j];
      double difference = mean[j] - other.mean[j];
      sum +=
          ((first - second) * (first - second) + difference * difference * (first + second))
              / (first * second);
    }
    return sum / 4;
  }
}
