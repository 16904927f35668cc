package io.coterie.deep.network;

/** What encoders that do not learn have in common. */
final class Untrained {
  private Untrained() {}

  static void checkEmpty(float[] weights) {
    if (weights.length != 0) {
      throw new IllegalArgumentException(
          "There are %d weights for an encoder that has none.".formatted(weights.length));
    }
  }
}
