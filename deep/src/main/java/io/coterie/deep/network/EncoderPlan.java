package io.coterie.deep.network;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.List;

/**
 * Which network embeds the records; sites of one study share it, or their weights could not be
 * averaged.
 *
 * @param kind contrastive, autoencoder, vae-dec, identity or onnx:FILE
 * @param input a table, vectors, or images whose pixels are from 0 to 1, channel after channel
 * @param inputs the number of values of a record
 * @param dimension the number of values of an embedded record
 * @param width the channels of the first convolution, or the units of the first hidden layer
 */
public record EncoderPlan(String kind, InputKind input, int inputs, int dimension, int width) {
  public static final String CONTRASTIVE = "contrastive";
  public static final String AUTOENCODER = "autoencoder";
  public static final String VAE_DEC = "vae-dec";
  public static final String IDENTITY = "identity";
  public static final String ONNX = "onnx:";

  /** Is taught clusters; no features. */
  public static final String CLASSIFIER = "classifier";

  private static final double CLUSTERING_WEIGHT = 0.1;

  private static final List<String> KINDS =
      List.of(CONTRASTIVE, AUTOENCODER, VAE_DEC, IDENTITY, CLASSIFIER);

  public EncoderPlan {
    if (!KINDS.contains(kind) && !kind.startsWith(ONNX)) {
      throw CoterieException.usage(
          "There is no encoder '%s'; choose one of %s or onnx:FILE."
              .formatted(kind, String.join(", ", KINDS)));
    }
    if (inputs < 1 || dimension < 1 || width < 1) {
      throw new IllegalArgumentException(
          "An encoder of %d inputs, dimension %d and width %d is not possible; each is at least 1."
              .formatted(inputs, dimension, width));
    }
    if (input instanceof InputKind.Image image && inputs % image.pixels() != 0) {
      throw CoterieException.badData(
          "Images of %d x %d have %d pixels a channel, but the records have %d values."
              .formatted(image.height(), image.width(), image.pixels(), inputs));
    }
  }

  /**
   * Returns the plan of a kind with its usual dimension and width. The paper's 500-500-2000-10 is
   * for 784 pixels; fewer inputs get narrower layers.
   */
  public static EncoderPlan of(String kind, InputKind input, int inputs) {
    return switch (kind) {
      case CONTRASTIVE -> new EncoderPlan(kind, input, inputs, 256, input.isImage() ? 16 : 256);
      case AUTOENCODER, VAE_DEC ->
          new EncoderPlan(kind, input, inputs, 10, Math.max(32, Math.min(500, 500 * inputs / 784)));
      default -> new EncoderPlan(kind, input, inputs, inputs, 1);
    };
  }

  /**
   * Returns a new encoder whose first weights come from the seed. The dimension of an ONNX encoder
   * is what its file says, whatever the plan does.
   */
  public static Encoder make(EncoderPlan plan, Seed seed) {
    return switch (plan.kind) {
      case CONTRASTIVE -> new ContrastiveEncoder(plan, seed);
      case CLASSIFIER -> new Classifier(plan, seed);
      case AUTOENCODER -> Autoencoder.plain(plan, seed);
      case VAE_DEC -> Autoencoder.variational(plan, seed);
      case IDENTITY -> new IdentityEncoder(plan.inputs);
      default -> OnnxEncoder.open(plan);
    };
  }

  /** Returns the weight λ of KL(P‖Q) beside a reconstruction, which is a sum over the inputs. */
  public double clusteringWeight() {
    return CLUSTERING_WEIGHT * inputs;
  }

  int channels() {
    return (int) (inputs / input.asImage().pixels());
  }
}
