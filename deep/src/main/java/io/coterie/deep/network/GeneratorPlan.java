package io.coterie.deep.network;

import io.coterie.plan.InputKind;

/**
 * Which networks make up records.
 *
 * @param kind gan or vae
 * @param input a table, vectors, or images whose pixels are from 0 to 1, channel after channel
 * @param inputs the number of values of a record
 * @param categories how many kinds of records a GAN is told to make in turn
 * @param width of the networks: the channels of a GAN's first convolution
 */
public record GeneratorPlan(String kind, InputKind input, int inputs, int categories, int width) {
  public static final String GAN = "gan";
  public static final String VAE = "vae";

  public GeneratorPlan {
    if (!kind.equals(GAN) && !kind.equals(VAE)) {
      throw new IllegalArgumentException(
          "There is no generator '%s'; choose gan or vae.".formatted(kind));
    }
    if (inputs < 1 || categories < 1 || width < 1) {
      throw new IllegalArgumentException(
          "A generator of %d values, %d categories and width %d is not possible; each is at least 1."
              .formatted(inputs, categories, width));
    }
  }

  int channels() {
    return (int) (inputs / input.asImage().pixels());
  }
}
