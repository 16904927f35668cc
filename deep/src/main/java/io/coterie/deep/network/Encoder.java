package io.coterie.deep.network;

import io.coterie.math.Matrix;
import java.util.Optional;

/**
 * A network that maps records to points in which neighbours are alike. One that is frozen has no
 * weights and takes no steps.
 *
 * <p>Everything random comes from seeds, so equal weights, records and {@link Training} give equal
 * weights again, to the bit. Two encoders may train at once on two threads. Not thread-safe itself.
 */
public interface Encoder extends AutoCloseable {
  /** Returns the number of values of an embedded record. */
  int dimension();

  /**
   * Returns all parameters in one fixed order, so that the encoders of several sites can be
   * averaged.
   */
  default float[] weights() {
    return new float[0];
  }

  /** Takes over weights that an encoder of the same plan returned, or a mean of such. */
  default void load(float[] weights) {
    if (weights.length != 0) {
      throw new IllegalArgumentException(
          "There are %d weights for an encoder that has none.".formatted(weights.length));
    }
  }

  /**
   * Passes over the records, each time in batches, from the present weights on. The optimiser
   * starts afresh, so that the weights are all there is to keep.
   */
  default TrainingLog train(Matrix records, Training training) {
    return new TrainingLog(0, 0);
  }

  /** Returns the embedded records, one row each; unit rows where the encoder is contrastive. */
  Matrix embed(Matrix records);

  /** Returns the records that embedded points stand for, where the encoder can tell. */
  default Optional<Matrix> decode(Matrix points) {
    return Optional.empty();
  }

  /** Gives the memory of the network back. */
  @Override
  default void close() {}
}
