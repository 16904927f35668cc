package io.coterie.deep.network;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.SplittableRandom;

/**
 * A variational autoencoder whose codes are drawn from the standard normal: cheaper than two
 * adversaries, and blurred.
 */
final class VariationalGenerator implements Generator {
  private final Autoencoder network;

  VariationalGenerator(GeneratorPlan plan, Seed seed) {
    this.network =
        Autoencoder.variational(
            EncoderPlan.of(EncoderPlan.VAE_DEC, plan.input(), plan.inputs()), seed);
  }

  @Override
  public TrainingLog train(Matrix records, Training training) {
    return network.train(records, training);
  }

  @Override
  public Matrix sample(int count, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix codes = Matrix.zeros(count, network.dimension());
    for (int i = 0; i < codes.array().length; i++) {
      codes.array()[i] = random.nextGaussian();
    }
    return network.decode(codes).orElseThrow();
  }

  @Override
  public void close() {
    network.close();
  }
}
