package io.coterie.message.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.FuzzyCMeans;
import io.coterie.message.SumPayload;

/**
 * Per center: the records' memberships to the power of the fuzzifier, and the sum of the records
 * weighted by them.
 *
 * @param sums one entry and one row per center
 */
public record FuzzySums(FuzzyCMeans.Sums sums) implements SumPayload<FuzzySums> {
  public FuzzySums {
    if (sums.masses().size() != sums.sums().rows()) {
      throw new IllegalArgumentException(
          "%d masses but %d sums.".formatted(sums.masses().size(), sums.sums().rows()));
    }
  }

  public static FuzzySums zero(int count, int dimension) {
    return new FuzzySums(
        new FuzzyCMeans.Sums(Vector.of(new double[count]), Matrix.zeros(count, dimension)));
  }
}
