package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the encoders that learn have in common: parameters, and the passes that move them. */
abstract class TrainedEncoder implements Encoder {
  /** Of the layers, in the order in which they are made. */
  final Parameters parameters;

  /** Of one record as the first layer takes it. */
  final Shape shape;

  final int dimension;

  /** Whether records are images, whose pixels are from 0 to 1. */
  final boolean image;

  TrainedEncoder(EncoderPlan plan, Shape shape, Seed seed) {
    this.parameters = new Parameters(seed);
    this.shape = shape;
    this.dimension = plan.dimension();
    this.image = plan.input().isImage();
  }

  /** The mean loss of the records of one batch, whatever is random in it drawn from the seed. */
  @FunctionalInterface
  interface Loss {
    NDArray of(int[] batch, Seed seed);
  }

  /** Returns the shape of an image with its channels, or of a row of values. */
  static Shape shapeOf(EncoderPlan plan) {
    return plan.input() instanceof InputKind.Image image
        ? new Shape(plan.channels(), image.height(), image.width())
        : new Shape(plan.inputs());
  }

  @Override
  public final int dimension() {
    return dimension;
  }

  @Override
  public final float[] weights() {
    return parameters.toArray();
  }

  @Override
  public final void load(float[] weights) {
    parameters.load(weights);
  }

  @Override
  public final void close() {
    parameters.close();
  }

  final void check(Matrix records) {
    Batches.check(records, shape.size(), image);
  }

  /**
   * Runs all passes of a training that are not done yet. The loss is asked for anew before each,
   * since some of it stays fixed during a pass; its arrays are given back after the last.
   */
  final TrainingLog passes(
      Matrix records, Training training, Function<NDManager, Supplier<Loss>> losses) {
    Draws draws = new Draws(records.rows(), training.batch(), training.drawWeights());
    parameters.restart();
    TrainingWatch watch = training.watch();
    PassState state =
        watch.kept().flatMap(kept -> PassState.restore(kept, parameters)).orElse(PassState.START);
    try (NDManager manager = Torch.newManager()) {
      Supplier<Loss> ofPass = losses.apply(manager);
      while (state.passes() < training.passes()) {
        PassState reached = pass(draws, training, ofPass.get(), state);
        boolean isLast = reached.passes() == training.passes();
        watch.keep(() -> reached.with(parameters, isLast));
        state = reached;
      }
    }
    parameters.forget();
    return new TrainingLog(state.loss(), state.steps());
  }

  private PassState pass(Draws draws, Training training, Loss loss, PassState before) {
    Seed seed = training.seed().child("pass").child(before.passes());
    int steps = before.steps();
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
      training.watch().batch(before.passes() + 1, i + 1, batches.length);
    }
    return new PassState(before.passes() + 1, steps, sum / records);
  }

  /** Returns records after a layer, of as many values as an embedded record has. */
  final Matrix through(Layer layer, Matrix records) {
    check(records);
    return Batches.through(layer, records, shape, dimension);
  }
}
