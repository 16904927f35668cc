package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import java.util.SplittableRandom;

/**
 * Two adversaries (Goodfellow et al., 2014): the maker turns noise and a category into a record,
 * the judge tells such records from real ones. Both learn by cross-entropy and Adam with β₁ = ½,
 * the maker four times as fast (nine in the published networks, where the maker of a table made one
 * kind of records alone), both 1 % slower with each pass. The category is an input of the maker
 * alone; no label is behind it.
 *
 * <p>Of images, with w the width (64 in the published networks for MNIST): the maker has 16w units,
 * then 2w channels of a quarter of the sides, doubled twice; the judge convolutions w-2w-4w that
 * halve the sides, then 16w units. Other records go through two layers of 8w units. The maker's
 * batches are normalised; the judge's are not, since what all records of a batch share, such as how
 * dark they are, would be hidden from it. Convolutions are 3 x 3 for 4 x 4.
 */
final class AdversarialGenerator implements Generator {
  private static final int NOISE = 62;
  private static final double MEAN_DECAY = 0.5;
  private static final double MAKER_PACE = 4;
  private static final double SLOWER = 0.99;

  /** A batch that is made up always has this size, as its statistics normalise it. */
  private static final int SAMPLE_BATCH = 200;

  private final Parameters makerParameters;
  private final Parameters judgeParameters;
  private final Layer maker;
  private final Layer judge;
  private final int categories;
  private final int inputs;
  private final boolean image;

  AdversarialGenerator(GeneratorPlan plan, Seed seed) {
    this.makerParameters = new Parameters(seed.child("maker"), MEAN_DECAY);
    this.judgeParameters = new Parameters(seed.child("judge"), MEAN_DECAY);
    this.categories = plan.categories();
    this.inputs = plan.inputs();
    this.image = plan.input().isImage();
    this.maker = image ? imageMaker(plan) : maker(8 * plan.width());
    this.judge = image ? imageJudge(plan) : judge(8 * plan.width());
  }

  private Layer imageMaker(GeneratorPlan plan) {
    Parameters own = makerParameters;
    int w = plan.width();
    int most = plan.input().asImage().height();
    int widest = plan.input().asImage().width();
    int height = (most + 3) / 4;
    int width = (widest + 3) / 4;
    return full(own, NOISE + categories, 16 * w)
        .then(Layer.relu())
        .then(full(own, 16 * w, 2 * w * height * width))
        .then(Layer.relu())
        .then(batch -> batch.reshape(batch.size(0), 2L * w, height, width))
        .then(Layer.doubling(own, 2 * w, w))
        .then(Layer.batchNormalization(own, w))
        .then(Layer.relu())
        .then(Layer.doubling(own, w, plan.channels()))
        .then(batch -> batch.get(":, :, :%d, :%d".formatted(most, widest)))
        .then(batch -> batch.getNDArrayInternal().sigmoid())
        .then(Layer.flatten());
  }

  private Layer imageJudge(GeneratorPlan plan) {
    Parameters own = judgeParameters;
    int rows = plan.input().asImage().height();
    int columns = plan.input().asImage().width();
    int channels = plan.channels();
    int height = rows;
    int width = columns;
    Layer layers = batch -> batch.reshape(batch.size(0), channels, rows, columns);
    int before = channels;
    for (int after = plan.width(); after <= 4 * plan.width(); after *= 2) {
      height = (height + 1) / 2;
      width = (width + 1) / 2;
      layers = layers.then(Layer.convolution(own, before, after, 2)).then(Layer.leakyRelu());
      before = after;
    }
    return layers
        .then(Layer.flatten())
        .then(Layer.linear(own, before * height * width, 16 * plan.width()))
        .then(Layer.leakyRelu())
        .then(Layer.linear(own, 16 * plan.width(), 1));
  }

  private Layer maker(int units) {
    return full(makerParameters, NOISE + categories, units)
        .then(Layer.relu())
        .then(full(makerParameters, units, units))
        .then(Layer.relu())
        .then(Layer.linear(makerParameters, units, inputs));
  }

  private Layer judge(int units) {
    return Layer.linear(judgeParameters, inputs, units)
        .then(Layer.leakyRelu())
        .then(Layer.linear(judgeParameters, units, units))
        .then(Layer.leakyRelu())
        .then(Layer.linear(judgeParameters, units, 1));
  }

  private static Layer full(Parameters parameters, int inputs, int outputs) {
    return Layer.linear(parameters, inputs, outputs)
        .then(Layer.batchNormalization(parameters, outputs));
  }

  /** Trains both; the loss is the maker's, by the judge of the moment, and need not fall. */
  @Override
  public TrainingLog train(Matrix records, Training training) {
    Batches.check(records, inputs, image);
    if (records.rows() < 2) {
      throw new IllegalArgumentException(
          "There are %d records; a generator needs 2.".formatted(records.rows()));
    }
    Draws draws = new Draws(records.rows(), training.batch(), Vector.of());
    makerParameters.restart();
    judgeParameters.restart();
    int steps = 0;
    double mean = 0;
    try (NDManager manager = Torch.newManager()) {
      for (int pass = 0; pass < training.passes(); pass++) {
        Seed seed = training.seed().child("pass").child(pass);
        double pace = training.learningRate() * Math.pow(SLOWER, pass);
        double sum = 0;
        for (int[] batch : draws.pass(seed.child("draws"))) {
          Seed step = seed.child("step").child(steps);
          judge(manager, Batches.rows(records, batch), batch.length, step.child("judge"));
          judgeParameters.step(pace);
          sum += batch.length * make(manager, batch.length, step.child("maker"));
          makerParameters.step(MAKER_PACE * pace);
          steps++;
        }
        mean = sum / records.rows();
      }
    }
    makerParameters.forget();
    judgeParameters.forget();
    return new TrainingLog(mean, steps);
  }

  /** Leaves the gradients of −ln σ(y) for real records and −ln(1 − σ(y)) for made up ones. */
  private void judge(NDManager manager, float[] real, int rows, Seed seed) {
    float[] made = made(manager, rows, seed);
    Torch.addGradients(
        () -> {
          NDArray ofReal = judge.apply(manager.create(real, new Shape(rows, inputs)));
          NDArray ofMade = judge.apply(manager.create(made, new Shape(rows, inputs)));
          return softPlus(ofReal.neg()).mean().add(softPlus(ofMade).mean());
        });
  }

  /** Leaves the maker's gradients of −ln σ(y). */
  private double make(NDManager manager, int rows, Seed seed) {
    judgeParameters.setLearning(false);
    float[] noise = noise(rows, seed);
    double loss =
        Torch.addGradients(
            () -> {
              NDArray input = manager.create(noise, new Shape(rows, NOISE + categories));
              return softPlus(judge.apply(maker.apply(input)).neg()).mean();
            });
    judgeParameters.setLearning(true);
    return loss;
  }

  private static NDArray softPlus(NDArray values) {
    return values.getNDArrayInternal().softPlus();
  }

  private float[] made(NDManager manager, int rows, Seed seed) {
    float[] noise = noise(rows, seed);
    return Torch.compute(
        () ->
            maker.apply(manager.create(noise, new Shape(rows, NOISE + categories))).toFloatArray());
  }

  /** Noise of each record, then its category, all of them alike often. */
  private float[] noise(int rows, Seed seed) {
    SplittableRandom random = seed.random();
    int columns = NOISE + categories;
    float[] values = new float[rows * columns];
    int first = random.nextInt(categories);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < NOISE; j++) {
        values[i * columns + j] = (float) random.nextGaussian();
      }
      values[i * columns + NOISE + (first + i) % categories] = 1;
    }
    return values;
  }

  @Override
  public Matrix sample(int count, Seed seed) {
    Matrix samples = Matrix.zeros(count, inputs);
    try (NDManager manager = Torch.newManager()) {
      for (int from = 0; from < count; from += SAMPLE_BATCH) {
        float[] made = made(manager, SAMPLE_BATCH, seed.child(from));
        int values = Math.min(SAMPLE_BATCH, count - from) * inputs;
        for (int i = 0; i < values; i++) {
          samples.array()[from * inputs + i] = made[i];
        }
      }
    }
    return samples;
  }

  @Override
  public void close() {
    makerParameters.close();
    judgeParameters.close();
  }
}
