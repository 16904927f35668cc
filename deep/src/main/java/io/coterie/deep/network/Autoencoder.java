package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Four fully connected layers w-w-4w-dimension (500-500-2000-10 for MNIST) and their mirror image,
 * plain or variational (Kingma and Welling, 2014). The loss of a record is its reconstruction, plus
 * the divergence of its code from the standard normal where variational, plus λ·KL(P‖Q) where there
 * are prototypes ({@link ClusteringLoss}, with P from the start of each pass). Images are compared
 * by cross-entropy, other records by half the squared error; both are sums over the values, of
 * which a Gaussian or Bernoulli likelihood consists. An embedded record is the mean of its code.
 *
 * <p>Not thread-safe.
 */
final class Autoencoder extends TrainedEncoder {
  private final Layer body;
  private final Layer mean;
  private final Optional<Layer> logVariance;
  private final Layer decoder;

  private Autoencoder(EncoderPlan plan, boolean variational, Seed seed) {
    super(plan, new Shape(plan.inputs()), seed);
    int width = plan.width();
    this.body = hidden(plan.inputs(), width, width, 4 * width);
    this.mean = Layer.linear(parameters, 4 * width, dimension);
    this.logVariance =
        variational
            ? Optional.of(Layer.linear(parameters, 4 * width, dimension))
            : Optional.empty();
    this.decoder =
        hidden(dimension, 4 * width, width, width)
            .then(Layer.linear(parameters, width, plan.inputs()));
  }

  static Autoencoder plain(EncoderPlan plan, Seed seed) {
    return new Autoencoder(plan, false, seed);
  }

  static Autoencoder variational(EncoderPlan plan, Seed seed) {
    return new Autoencoder(plan, true, seed);
  }

  private Layer hidden(int inputs, int... units) {
    Layer layers = batch -> batch;
    int before = inputs;
    for (int after : units) {
      layers = layers.then(Layer.linear(parameters, before, after)).then(Layer.relu());
      before = after;
    }
    return layers;
  }

  @Override
  public TrainingLog train(Matrix records, Training training) {
    check(records);
    return passes(records, training, manager -> () -> new PassLoss(manager, records, training));
  }

  private final class PassLoss implements Loss {
    private final NDManager manager;
    private final Matrix records;
    private final Training training;
    private final Optional<Matrix> target;

    PassLoss(NDManager manager, Matrix records, Training training) {
      this.manager = manager;
      this.records = records;
      this.training = training;
      this.target =
          training
              .prototypes()
              .map(centers -> ClusteringLoss.target(embed(records), checked(centers)));
    }

    @Override
    public NDArray of(int[] batch, Seed seed) {
      Shape rows = new Shape(batch.length).addAll(shape);
      NDArray input = manager.create(Batches.rows(records, batch), rows);
      NDArray hidden = body.apply(input);
      NDArray code = mean.apply(hidden);
      NDArray loss;
      if (logVariance.isPresent()) {
        NDArray logs = logVariance.get().apply(hidden);
        NDArray noise = normal(code.getShape(), seed.child("code").random());
        NDArray sample = Torch.scaled(logs, 0.5).exp().mul(noise).add(code);
        loss = reconstruction(input, decoder.apply(sample)).add(divergence(code, logs));
      } else {
        loss = reconstruction(input, decoder.apply(code));
      }
      return target.isPresent() ? loss.add(clustering(code, target.get(), batch)) : loss;
    }

    private NDArray clustering(NDArray code, Matrix target, int[] batch) {
      NDArray centers = Batches.toArray(manager, training.prototypes().orElseThrow());
      NDArray rows = Batches.toArray(manager, target.selectRows(batch));
      return Torch.scaled(ClusteringLoss.of(code, centers, rows), training.clusteringWeight());
    }

    private NDArray normal(Shape shape, SplittableRandom random) {
      float[] values = new float[Math.toIntExact(shape.size())];
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) random.nextGaussian();
      }
      return manager.create(values, shape);
    }
  }

  private Matrix checked(Matrix centers) {
    if (centers.columns() != dimension) {
      throw new IllegalArgumentException(
          "The prototypes have %d values, but embedded records have %d."
              .formatted(centers.columns(), dimension));
    }
    return centers;
  }

  // Of pixels x with logit y, −x ln σ(y) − (1 − x) ln(1 − σ(y)) = softplus(y) − x y.
  private NDArray reconstruction(NDArray input, NDArray output) {
    NDArray values =
        image
            ? output.getNDArrayInternal().softPlus().sub(input.mul(output))
            : Torch.scaled(output.sub(input).square(), 0.5);
    return values.sum(new int[] {1}).mean();
  }

  // KL(N(μ, σ²) ‖ N(0, 1)) = ½ Σ (μ² + σ² − 1 − ln σ²).
  private static NDArray divergence(NDArray code, NDArray logs) {
    NDArray values = code.square().add(logs.exp()).sub(1).sub(logs);
    return Torch.scaled(values.sum(new int[] {1}).mean(), 0.5);
  }

  @Override
  public Matrix embed(Matrix records) {
    return through(body.then(mean), records);
  }

  @Override
  public Optional<Matrix> decode(Matrix points) {
    Layer layers = image ? decoder.then(batch -> batch.getNDArrayInternal().sigmoid()) : decoder;
    return Optional.of(
        Batches.through(
            layers, checked(points), new Shape(dimension), Math.toIntExact(shape.size())));
  }
}
