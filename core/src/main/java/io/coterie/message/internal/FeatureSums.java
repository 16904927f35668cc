package io.coterie.message.internal;

import io.coterie.math.Vector;
import io.coterie.message.SumPayload;

/**
 * Per feature: how many values are present and a sum over them (of the values, or of the squared
 * deviations from a center that the coordinator sent).
 *
 * @param records the number of records
 * @param present the number of values that are not missing, per feature
 * @param sums per feature
 */
public record FeatureSums(double records, Vector present, Vector sums)
    implements SumPayload<FeatureSums> {
  public FeatureSums {
    if (present.size() != sums.size()) {
      throw new IllegalArgumentException(
          "%d counts but %d sums.".formatted(present.size(), sums.size()));
    }
  }

  public static FeatureSums zero(int dimension) {
    Vector zeros = Vector.of(new double[dimension]);
    return new FeatureSums(0, zeros, zeros);
  }
}
