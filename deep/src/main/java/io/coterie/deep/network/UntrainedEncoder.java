package io.coterie.deep.network;

import io.coterie.math.Matrix;

/** What encoders that do not learn have in common: no weights, and no steps. */
abstract class UntrainedEncoder implements Encoder {
  @Override
  public final float[] weights() {
    return new float[0];
  }

  @Override
  public final void load(float[] weights) {
    if (weights.length != 0) {
      throw new IllegalArgumentException(
          "There are %d weights for an encoder that has none.".formatted(weights.length));
    }
  }

  @Override
  public final TrainingLog train(Matrix records, Training training) {
    return new TrainingLog(0, 0);
  }
}
