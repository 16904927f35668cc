package io.coterie.deep.network;

import io.coterie.math.Matrix;
import java.util.Optional;

/**
 * Leaves records as they are, for methods whose records are features already.
 *
 * <p>Immutable.
 */
final class IdentityEncoder extends UntrainedEncoder {
  private final int dimension;

  IdentityEncoder(EncoderPlan plan) {
    this.dimension = plan.inputs();
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public Matrix embed(Matrix records) {
    return records;
  }

  @Override
  public Optional<Matrix> decode(Matrix points) {
    return Optional.of(points);
  }

  @Override
  public void close() {}
}
