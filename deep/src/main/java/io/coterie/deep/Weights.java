package io.coterie.deep;

import io.coterie.math.Seed;
import io.coterie.math.Vector;

/** Weights of networks between the 32 bits they are trained in and the numbers of a message. */
final class Weights {
  private Weights() {}

  static Vector of(Encoder encoder) {
    float[] weights = encoder.weights();
    double[] values = new double[weights.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = weights[i];
    }
    return Vector.of(values);
  }

  /** Returns a network with these weights. */
  static Encoder encoder(EncoderPlan plan, Vector weights) {
    Encoder encoder = EncoderPlan.make(plan, new Seed(0)); // its own start is replaced
    float[] values = new float[weights.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) weights.at(i);
    }
    encoder.load(values);
    return encoder;
  }
}
