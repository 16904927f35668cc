package io.coterie.message.internal;

import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.SumPayload;
import java.util.List;

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

  /** Returns no sums, of so many features. */
  public static FeatureSums zero(int dimension) {
    Vector zeros = Vector.of(new double[dimension]);
    return new FeatureSums(0, zeros, zeros);
  }

  @Override
  public FeatureSums plus(FeatureSums other) {
    return new FeatureSums(
        records + other.records, present.plus(other.present), sums.plus(other.sums));
  }

  @Override
  public String kind() {
    return "feature-sums";
  }

  @Override
  public List<Field> fields() {
    return List.of(
        Field.numbers("records", Vector.of(records)),
        Field.numbers("present", present),
        Field.numbers("sums", sums));
  }
}
