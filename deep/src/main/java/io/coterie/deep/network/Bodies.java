package io.coterie.deep.network;

/** What the networks for images have in common. */
final class Bodies {
  private static final int LAYERS = 6;

  private Bodies() {}

  /**
   * Convolutions w-w-2w-2w-4w-4w of 3 x 3 with group normalisation, each second one of stride 2,
   * then a linear layer.
   */
  static Layer convolutions(Parameters parameters, EncoderPlan plan, int outputs) {
    int height = plan.input().asImage().height();
    int width = plan.input().asImage().width();
    int inputs = plan.channels();
    Layer layers = batch -> batch;
    for (int i = 0; i < LAYERS; i++) {
      int stride = i % 2 + 1;
      int channels = plan.width() << (i / 2);
      height = (height + stride - 1) / stride;
      width = (width + stride - 1) / stride;
      layers =
          layers
              .then(Layers.convolution(parameters, inputs, channels, stride))
              .then(Layers.groupNormalization(parameters, channels, height, width))
              .then(Layers.relu());
      inputs = channels;
    }
    return layers
        .then(Layers.flatten())
        .then(Layers.linear(parameters, inputs * height * width, outputs));
  }
}
