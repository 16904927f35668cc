package io.coterie.deep.network;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.function.Function;

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
    RecordCheck.check(records, shape.size(), image);
  }

  /** Runs all passes of a training; the owner of arrays is closed after the last. */
  final TrainingLog passes(
      Matrix records, Training training, Function<NDManager, Passes.Pass> losses) {
    Draws draws = new Draws(records.rows(), training.batch(), training.drawWeights());
    try (NDManager manager = Torch.newManager()) {
      return Passes.run(parameters, draws, training, losses.apply(manager));
    }
  }

  /** Returns records after a layer, of as many values as an embedded record has. */
  final Matrix through(Layer layer, Matrix records) {
    check(records);
    return Batches.through(layer, records, shape, dimension);
  }
}
