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

  /** Runs all passes that are not done yet; the loss is asked for anew before each. */
  static TrainingLog run(Parameters parameters, Draws draws, Training training, Pass losses) {
    parameters.restart();
    TrainingWatch watch = training.watch();
    PassState state =
        watch.kept().flatMap(kept -> PassState.restore(kept, parameters)).orElse(PassState.START);
    int steps = state.steps();
    for (int pass = state.passes(); pass < training.passes(); pass++) {
      Seed seed = training.seed().child("pass").child(pass);
      Loss loss = losses.begin();
      double sum = 0;
      int records = 0;
      int[][] batches = draws.pass(seed.child("draws"));
      for (int i = 0; i < batches.length; i++) {
        int[] batch = batches[i];
        Seed step = seed.child("step").child(steps);
        double value = Torch.addGradients(() -> loss.of(batch, step));
        parameters.step(training.learningRate());
        sum += value * batch.length;
        records += batch.length;
        steps++;
        watch.batch(pass + 1, i + 1, batches.length);
      }
      state = new PassState(pass + 1, steps, sum / records);
      PassState reached = state;
      boolean isLast = reached.passes() == training.passes();
      watch.keep(() -> reached.with(parameters, isLast));
    }
    parameters.forget();
    return new TrainingLog(state.loss(), state.steps());
  }

  /** Prepares what stays fixed during a pass. */
  @FunctionalInterface
  interface Pass {
    Loss begin();
  }
}
