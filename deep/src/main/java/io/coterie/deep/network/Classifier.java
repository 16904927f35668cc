package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;

/**
 * A network that is taught clusters, each time in another view of the record, and says how sure it
 * is of each cluster. What it cannot learn consistently from many records and their views is mostly
 * where the given clusters were wrong, so that its own answer is better than what it was taught.
 * Nothing is erased in the views: with part of a digit gone, the network learns less exactly what
 * it was taught, and MNIST ends .003 lower.
 *
 * <p>Not thread-safe.
 */
public final class Classifier extends TrainedEncoder {
  private static final int HIDDEN = 256;

  private final Layer network;
  private final ImageViews views;
  private final int clusters;

  public Classifier(EncoderPlan plan, Seed seed) {
    super(plan, shapeOf(plan), seed);
    this.clusters = plan.dimension();
    InputKind.Image image = plan.input().asImage();
    this.views = new ImageViews(plan.channels(), image.height(), image.width(), false);
    this.network =
        Layer.convolutions(parameters, plan, HIDDEN)
            .then(Layer.relu())
            .then(Layer.linear(parameters, HIDDEN, clusters));
  }

  @Override
  public TrainingLog train(Matrix records, Training training) {
    throw new IllegalStateException("A classifier is taught clusters; see teach.");
  }

  /** Learns the cluster of each record. */
  public TrainingLog teach(Matrix records, int[] taught, Training training) {
    check(records);
    return passes(
        records,
        training,
        manager -> () -> (batch, seed) -> loss(manager, records, taught, batch, seed));
  }

  private NDArray loss(NDManager manager, Matrix records, int[] taught, int[] batch, Seed seed) {
    int rows = batch.length;
    float[] seen = views.single(Batches.rows(records, batch), rows, seed.child("views"));
    NDArray input = manager.create(seen, new Shape(rows).addAll(shape));
    NDArray sure = network.apply(input).logSoftmax(1);
    float[] wanted = new float[rows * clusters];
    for (int i = 0; i < rows; i++) {
      wanted[i * clusters + taught[batch[i]]] = 1;
    }
    NDArray mask = manager.create(wanted, sure.getShape());
    return Torch.scaled(sure.mul(mask).sum(), -1.0 / rows);
  }

  /** Returns how sure the network is of each cluster; rows sum to one. */
  @Override
  public Matrix embed(Matrix records) {
    return through(network.then(batch -> batch.softmax(1)), records);
  }
}
