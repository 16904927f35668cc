package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.Arrays;
import java.util.SplittableRandom;

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
  private static final double TEMPERATURE = 0.5;
  private static final int[] ROW = {1};

  /** The part of the features that a view of a record without a shape takes from others. */
  private static final double REPLACED = 0.6;

  private final Layer body;
  private final Layer head;
  private final Views views;

  /** Returns first views of all records of a batch, one after the other, then second views. */
  private interface Views {
    float[] pair(float[] batch, int rows, Seed seed);
  }

  ContrastiveEncoder(EncoderPlan plan, Seed seed) {
    super(plan, shapeOf(plan), seed);
    if (plan.input() instanceof InputKind.Image image) {
      this.views = new ImageViews(plan.channels(), image.height(), image.width(), true)::pair;
      this.body = Layer.convolutions(parameters, plan, dimension);
    } else {
      this.views = ContrastiveEncoder::corrupted;
      this.body = hidden(plan);
    }
    this.head =
        Layer.linear(parameters, dimension, dimension)
            .then(Layer.relu())
            .then(Layer.linear(parameters, dimension, HEAD))
            .then(Layer.unitRows());
  }

  private Layer hidden(EncoderPlan plan) {
    return Layer.linear(parameters, plan.inputs(), plan.width())
        .then(Layer.relu())
        .then(Layer.linear(parameters, plan.width(), plan.width()))
        .then(Layer.relu())
        .then(Layer.linear(parameters, plan.width(), dimension));
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
    return ntXent(head.apply(body.apply(input)), batch);
  }

  /**
   * Views of records without a shape, after SCARF (Bahri et al., 2022): the first is the record, in
   * the second a share of the features is taken from other records of the batch, each feature from
   * its own marginal.
   */
  private static float[] corrupted(float[] batch, int rows, Seed seed) {
    SplittableRandom random = seed.random();
    int features = batch.length / rows;
    float[] views = Arrays.copyOf(batch, 2 * batch.length);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < features; j++) {
        int from = random.nextDouble() < REPLACED ? random.nextInt(rows) : i;
        views[batch.length + i * features + j] = batch[from * features + j];
      }
    }
    return views;
  }

  /**
   * NT-Xent (Chen et al., 2020): among all views of a batch, a view must find the other view of its
   * record by cosine similarity at temperature τ. A record drawn twice is no negative of itself.
   *
   * @param points unit rows: the first views of a batch, then the second ones in the same order
   * @param records the record of each view of the first half
   */
  private static NDArray ntXent(NDArray points, int[] records) {
    NDManager manager = points.getManager();
    int half = records.length;
    NDArray similarity = Torch.scaled(points.matMul(points.transpose()), 1 / TEMPERATURE);
    // Similarities are within ± 1/τ, so their powers need no shift.
    NDArray total =
        similarity.exp().mul(manager.create(rivals(records), similarity.getShape())).sum(ROW);
    NDArray first = points.get(new NDIndex("0:{}", half));
    NDArray second = points.get(new NDIndex("{}:", half));
    NDArray agreement = Torch.scaled(first.mul(second).sum(ROW), 1 / TEMPERATURE);
    return total.log().mean().sub(agreement.mean());
  }

  // 1 where a column stands in the denominator of a row: the other view, and views of other
  // records.
  private static float[] rivals(int[] records) {
    int half = records.length;
    int views = 2 * half;
    float[] rivals = new float[views * views];
    for (int i = 0; i < views; i++) {
      for (int j = 0; j < views; j++) {
        boolean same = records[i % half] == records[j % half];
        rivals[i * views + j] = same && Math.abs(i - j) != half ? 0 : 1;
      }
    }
    return rivals;
  }

  @Override
  public Matrix embed(Matrix records) {
    return through(body.then(Layer.unitRows()), records);
  }
}
