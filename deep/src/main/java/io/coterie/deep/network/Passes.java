package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import io.coterie.math.Seed;

/** The passes of a training over a site's records. */
final class Passes {
  private Passes() {}

  /** The mean loss of the records of one batch, whatever is random in it drawn from the seed. */
  @FunctionalInterface
  interface Loss {
    NDArray of(int[] batch, Seed seed);
  }

  /** Runs all passes; the loss is asked for anew before each. */
  static TrainingLog run(Parameters parameters, Draws draws, Training training, Pass losses) {
    parameters.restart();
    int steps = 0;
    double mean = 0;
    for (int pass = 0; pass < training.passes(); pass++) {
      Seed seed = training.seed().child("pass").child(pass);
      Loss loss = losses.begin();
      double sum = 0;
      int records = 0;
      for (int[] batch : draws.pass(seed.child("draws"))) {
        Seed step = seed.child("step").child(steps);
        double value = Torch.addGradients(() -> loss.of(batch, step));
        parameters.step(training.learningRate());
        sum += value * batch.length;
        records += batch.length;
        steps++;
      }
      mean = sum / records;
    }
    parameters.forget();
    return new TrainingLog(mean, steps);
  }

  /** Prepares what stays fixed during a pass. */
  @FunctionalInterface
  interface Pass {
    Loss begin();
  }
}
