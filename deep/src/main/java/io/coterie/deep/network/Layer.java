package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;

/** One step of a network, from a batch to a batch, and the steps that the networks are made of. */
@FunctionalInterface
interface Layer {
  float SMALLEST_VARIANCE = 1e-5f;

  NDArray apply(NDArray batch);

  default Layer then(Layer next) {
    return batch -> next.apply(apply(batch));
  }

  static Layer relu() {
    return batch -> batch.getNDArrayInternal().relu();
  }

  static Layer leakyRelu() {
    return batch -> batch.getNDArrayInternal().leakyRelu(0.2f);
  }

  static Layer linear(Parameters parameters, int inputs, int outputs) {
    NDArray weight = parameters.uniform(new Shape(outputs, inputs), inputs);
    NDArray bias = parameters.uniform(new Shape(outputs), inputs);
    return batch -> batch.getNDArrayInternal().linear(batch, weight, bias).head();
  }

  /** A 3 x 3 convolution that keeps the size of an image, or halves it with stride 2. */
  static Layer convolution(Parameters parameters, int inputs, int outputs, int stride) {
    NDArray weight = parameters.uniform(new Shape(outputs, inputs, 3, 3), 9 * inputs);
    NDArray bias = parameters.uniform(new Shape(outputs), 9 * inputs);
    Shape step = new Shape(stride, stride);
    Shape padding = new Shape(1, 1);
    Shape dilation = new Shape(1, 1);
    return batch ->
        batch
            .getNDArrayInternal()
            .convolution(batch, weight, bias, step, padding, dilation, 1)
            .head();
  }

  /** Group normalisation (Wu and He, 2018), which keeps no statistics that would need averaging. */
  static Layer groupNormalization(Parameters parameters, int channels, int height, int width) {
    int groups = groups(channels);
    Shape normalized = new Shape((long) channels / groups * height * width);
    NDArray one = parameters.constant(1, normalized);
    NDArray zero = parameters.constant(0, normalized);
    NDArray gain = parameters.ones(new Shape(1, channels, 1, 1));
    NDArray shift = parameters.zeros(new Shape(1, channels, 1, 1));
    return batch -> {
      NDArray rows = batch.reshape(batch.size(0) * groups, normalized.size());
      return rows.getNDArrayInternal()
          .layerNorm(rows, normalized, one, zero, SMALLEST_VARIANCE)
          .head()
          .reshape(batch.getShape())
          .mul(gain)
          .add(shift);
    };
  }

  /**
   * Batch normalisation (Ioffe and Szegedy, 2015) by the statistics of the very batch, whenever it
   * is applied: for networks whose batches are always mixed alike, and which are not averaged.
   */
  static Layer batchNormalization(Parameters parameters, int channels) {
    Shape shape = new Shape(channels);
    NDArray gain = parameters.ones(shape);
    NDArray shift = parameters.zeros(shape);
    // PyTorch keeps running statistics here; nobody reads them.
    NDArray mean = parameters.constant(0, shape);
    NDArray variance = parameters.constant(1, shape);
    return batch ->
        batch
            .getNDArrayInternal()
            .batchNorm(batch, mean, variance, gain, shift, 1, 0.1f, SMALLEST_VARIANCE, true)
            .head();
  }

  /**
   * Doubles the sides of images: a 3 x 3 convolution makes four values of each place, which then
   * lie side by side. A transposed convolution of 4 x 4 and stride 2 is a case of it.
   */
  static Layer doubling(Parameters parameters, int inputs, int outputs) {
    return convolution(parameters, inputs, 4 * outputs, 1)
        .then(
            batch -> {
              long rows = batch.size(0);
              long height = batch.size(2);
              long width = batch.size(3);
              return batch
                  .reshape(rows, outputs, 2, 2, height, width)
                  .transpose(0, 1, 4, 2, 5, 3)
                  .reshape(rows, outputs, 2 * height, 2 * width);
            });
  }

  private static int groups(int channels) {
    int groups = 8; // at most
    while (channels % groups != 0) {
      groups /= 2;
    }
    return groups;
  }

  static Layer flatten() {
    return batch -> batch.reshape(batch.size(0), -1);
  }

  static Layer unitRows() {
    return batch -> batch.div(batch.square().sum(new int[] {1}, true).add(1e-12f).sqrt());
  }

  /**
   * Convolutions w-w-2w-2w-4w-4w of 3 x 3 with group normalisation, each second one of stride 2,
   * then a linear layer.
   */
  static Layer convolutions(Parameters parameters, EncoderPlan plan, int outputs) {
    int height = plan.input().asImage().height();
    int width = plan.input().asImage().width();
    int inputs = plan.channels();
    Layer layers = batch -> batch;
    for (int i = 0; i < 6; i++) {
      int stride = i % 2 + 1;
      int channels = plan.width() << (i / 2);
      height = (height + stride - 1) / stride;
      width = (width + stride - 1) / stride;
      layers =
          layers
              .then(convolution(parameters, inputs, channels, stride))
              .then(groupNormalization(parameters, channels, height, width))
              .then(relu());
      inputs = channels;
    }
    return layers.then(flatten()).then(linear(parameters, inputs * height * width, outputs));
  }
}
