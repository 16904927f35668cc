package io.coterie.model;

import io.coterie.protocol.Fields;

/** Makes models of what a file or a message says. */
public final class ClusterModels {
  private ClusterModels() {}

  /** Returns the model of a kind with the given fields, or says what does not fit. */
  public static ClusterModel of(String kind, Fields fields) {
    return switch (kind) {
      case AnchorVotes.KIND ->
          new AnchorVotes(
              fields.numbers("anchors"),
              fields.integers("neighbors").at(0),
              fields.integers("votes"),
              fields.integers("clusters").at(0));
      case AnchorEmbedding.KIND ->
          new AnchorEmbedding(
              fields.numbers("anchors"),
              fields.integers("neighbors").at(0),
              fields.numbers("embedding"),
              fields.numbers("centers"));
      case NearestPrototype.KIND ->
          new NearestPrototype(
              fields.numbers("means"),
              fields.integers("clusters-of"),
              fields.integers("clusters").at(0));
      case NearestDirection.KIND ->
          new NearestDirection(
              fields.numbers("directions"),
              fields.integers("clusters-of"),
              fields.integers("clusters").at(0));
      case MixtureModel.KIND -> MixtureModel.of(fields);
      default ->
          throw new IllegalArgumentException("There is no model of kind %s.".formatted(kind));
    };
  }
}
