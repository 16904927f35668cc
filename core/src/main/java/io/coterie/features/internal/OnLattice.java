package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Optional;

/**
 * Rounds every value to a multiple of 2^exponent, so that sums are sums of whole numbers.
 *
 * @param exponent of the unit
 */
public record OnLattice(int exponent) implements RecordMap {
  private static final int SMALLEST = -1000;

  public OnLattice {
    if (exponent < SMALLEST || exponent > 0) {
      throw new IllegalArgumentException("The unit of a lattice is out of range.");
    }
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    return records.map(
        (i, j, value) -> Math.scalb(Math.rint(Math.scalb(value, -exponent)), exponent));
  }

  @Override
  public boolean keepsColumns() {
    return true;
  }

  @Override
  public Optional<Matrix> back(Matrix mapped) {
    return Optional.of(mapped);
  }
}
