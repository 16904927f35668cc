package io.coterie.plan;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;

/**
 * What the records of a study are and what is done to them first.
 *
 * @param kind a table, images or feature vectors
 * @param dimension the number of values in a record as read
 * @param scaling how features are brought to one scale
 * @param features the public per-record map
 */
public record InputPlan(InputKind kind, int dimension, Scaling scaling, FeatureMap features) {
  public InputPlan {
    requireNonNull(kind, "kind is null");
    requireNonNull(scaling, "scaling is null");
    requireNonNull(features, "features is null");
    if (dimension < 1) {
      throw CoterieException.badData("The records have no features; at least one is needed.");
    }
    if (kind instanceof InputKind.Image image && image.pixels() != dimension) {
      throw CoterieException.badData(
          "Images of %d x %d have %d pixels, but the records have %d values."
              .formatted(image.height(), image.width(), image.pixels(), dimension));
    }
    if (features == FeatureMap.HOG && !kind.isImage()) {
      throw CoterieException.usage(
          "Features hog need images; declare the records' shape with --image HEIGHTxWIDTH.");
    }
  }

  public static InputPlan automatic(InputKind kind, int dimension) {
    return new InputPlan(kind, dimension, Scaling.AUTO, FeatureMap.AUTO);
  }

  /** Returns whether records are turned into oriented gradients. */
  public boolean usesHog() {
    return features == FeatureMap.HOG || (features == FeatureMap.AUTO && kind.isImage());
  }
}
