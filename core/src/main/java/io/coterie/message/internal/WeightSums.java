package io.coterie.message.internal;

import io.coterie.math.Vector;
import io.coterie.message.SumPayload;

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
    if (!(records >= 0)) {
      throw new IllegalArgumentException("A number of records is negative or none.");
    }
  }

  public static WeightSums zero(int weights) {
    return new WeightSums(0, Vector.of(new double[weights]), 0);
  }
}
