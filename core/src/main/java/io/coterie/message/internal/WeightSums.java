package io.coterie.message.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.SumPayload;
import java.util.List;

/**
 * A site's share of an average of networks: Σ n w over sites, over Σ n, is the network that all go
 * on with.
 *
 * @param records n, by how much this site counts
 * @param weights n w
 * @param loss n times the mean loss of the site's last pass
 */
public record WeightSums(double records, Vector weights, double loss)
    implements SumPayload<WeightSums> {
  public WeightSums {
    requireNonNull(weights, "weights is null");
    if (!(records >= 0)) {
      throw new IllegalArgumentException("A number of records is negative or none.");
    }
  }

  /** Returns the sums of no site for so many weights. */
  public static WeightSums zero(int weights) {
    return new WeightSums(0, Vector.of(new double[weights]), 0);
  }

  @Override
  public WeightSums plus(WeightSums other) {
    return new WeightSums(records + other.records, weights.plus(other.weights), loss + other.loss);
  }

  @Override
  public String kind() {
    return "weight-sums";
  }

  @Override
  public List<Field> fields() {
    return List.of(
        Field.numbers("records", Vector.of(records)),
        Field.numbers("weights", weights),
        Field.numbers("loss", Vector.of(loss)));
  }
}
