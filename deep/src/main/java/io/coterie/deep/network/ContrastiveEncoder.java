package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;

/**
 * Learns without labels that two views of a record are one record and all others are not (SimCLR,
 * Chen et al., 2020). Images go through convolutions w-w-2w-2w-4w-4w of 3 x 3 with group
 * normalisation, each second one of stride 2, other records through two hidden layers; then a
 * linear layer to the embedding, and a head that is used in training alone. Embedded records are
 * unit rows.
 *
 * <p>Not thread-safe.
 */
final class ContrastiveEncoder extends TrainedEncoder {
  private static final int HEAD = 64;

  private final Layer body;
  private final Layer head;
  private final Views views;

  ContrastiveEncoder(EncoderPlan plan, Seed seed) {
    super(plan, shapeOf(plan), seed);
    if (plan.input() instanceof InputKind.Image image) {
      this.views = new ImageViews(plan.channels(), image.height(), image.width(), true);
      this.body = Bodies.convolutions(parameters, plan, dimension);
    } else {
      this.views = new FeatureViews(plan.inputs());
      this.body = hidden(plan);
    }
    this.head =
        Layers.linear(parameters, dimension, dimension)
            .then(Layers.relu())
            .then(Layers.linear(parameters, dimension, HEAD))
            .then(Layers.unitRows());
  }

  private Layer hidden(EncoderPlan plan) {
    return Layers.linear(parameters, plan.inputs(), plan.width())
        .then(Layers.relu())
        .then(Layers.linear(parameters, plan.width(), plan.width()))
        .then(Layers.relu())
        .then(Layers.linear(parameters, plan.width(), dimension));
  }

  @Override
  public TrainingLog train(Matrix records, Training training) {
    check(records, training);
    return passes(
        records, training, manager -> () -> (batch, seed) -> loss(manager, records, batch, seed));
  }

  private void check(Matrix records, Training training) {
    check(records);
    if (records.rows() < 2) {
      throw new IllegalArgumentException(
          "There are %d records; a contrastive encoder needs 2 to tell them apart."
              .formatted(records.rows()));
    }
    if (training.prototypes().isPresent()) {
      throw new IllegalArgumentException(
          "A contrastive encoder has no loss against prototypes; train it without them.");
    }
  }

  private NDArray loss(NDManager manager, Matrix records, int[] batch, Seed seed) {
    float[] pairs = views.pair(Batches.rows(records, batch), batch.length, seed.child("views"));
    NDArray input = manager.create(pairs, new Shape(2L * batch.length).addAll(shape));
    return ContrastiveLoss.of(head.apply(body.apply(input)), batch);
  }

  @Override
  public Matrix embed(Matrix records) {
    return through(body.then(Layers.unitRows()), records);
  }
}
