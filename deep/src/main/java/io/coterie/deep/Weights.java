package io.coterie.deep;

import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.WeightSums;

/** Weights of networks between the 32 bits they are trained in and the numbers of a message. */
public final class Weights {
  /** More weights no network of these methods has, whatever its width. */
  public static final long MOST = 1L << 25;

  private Weights() {}

  public static Vector of(Encoder encoder) {
    float[] weights = encoder.weights();
    double[] values = new double[weights.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = weights[i];
    }
    return Vector.of(values);
  }

  public static Vector first(EncoderPlan plan, Seed seed) {
    try (Encoder encoder = EncoderPlan.make(plan, seed)) {
      return of(encoder);
    }
  }

  public static Vector mean(WeightSums sums) {
    double[] weights = sums.weights().toArray();
    for (int i = 0; i < weights.length; i++) {
      weights[i] /= sums.records();
    }
    return Vector.of(weights);
  }

  /** Returns n times a network's weights, as a site of n records sends them. */
  public static WeightSums sums(Encoder encoder, int records, double loss) {
    double[] weighted = of(encoder).toArray();
    for (int i = 0; i < weighted.length; i++) {
      weighted[i] *= records;
    }
    return new WeightSums(records, Vector.of(weighted), records * loss);
  }

  public static Encoder encoder(EncoderPlan plan, Vector weights) {
    Encoder encoder = EncoderPlan.make(plan, new Seed(0)); // its own start is replaced
    load(encoder, weights);
    return encoder;
  }

  public static void load(Encoder encoder, Vector weights) {
    float[] values = new float[weights.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) weights.at(i);
    }
    encoder.load(values);
  }
}
