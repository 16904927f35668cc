package io.coterie.model;

import io.coterie.message.Fields;
import io.coterie.message.PayloadKind;
import io.coterie.message.internal.KindTable;
import io.coterie.model.internal.AnchorEmbedding;
import io.coterie.model.internal.AnchorVotes;
import io.coterie.model.internal.MixtureModel;
import io.coterie.model.internal.NearestDirection;
import io.coterie.model.internal.NearestPrototype;
import java.util.List;

/** From what a file or a message states to models. */
public final class ClusterModels {
  /** Every kind of model. */
  public static final KindTable<ClusterModel> KINDS =
      new KindTable<>(
          "model",
          List.of(
              new PayloadKind<>(AnchorVotes.KIND, AnchorVotes.class, ClusterModels::anchorVotes),
              new PayloadKind<>(
                  AnchorEmbedding.KIND, AnchorEmbedding.class, ClusterModels::anchorEmbedding),
              new PayloadKind<>(
                  NearestPrototype.KIND, NearestPrototype.class, ClusterModels::nearestPrototype),
              new PayloadKind<>(
                  NearestDirection.KIND, NearestDirection.class, ClusterModels::nearestDirection),
              new PayloadKind<>(MixtureModel.KIND, MixtureModel.class, MixtureModel::of)));

  private ClusterModels() {}

  /** Refuses fields that do not fit, and says which. */
  public static ClusterModel of(String kind, Fields fields) {
    return KINDS.build(kind, fields);
  }

  private static AnchorVotes anchorVotes(Fields fields) {
    return new AnchorVotes(
        fields.numbers("anchors"),
        fields.integer("neighbors"),
        fields.integers("votes"),
        fields.integer("clusters"));
  }

  private static AnchorEmbedding anchorEmbedding(Fields fields) {
    return new AnchorEmbedding(
        fields.numbers("anchors"),
        fields.integer("neighbors"),
        fields.numbers("embedding"),
        fields.numbers("centers"));
  }

  private static NearestPrototype nearestPrototype(Fields fields) {
    return new NearestPrototype(
        fields.numbers("means"), fields.integers("clusters-of"), fields.integer("clusters"));
  }

  private static NearestDirection nearestDirection(Fields fields) {
    return new NearestDirection(
        fields.numbers("directions"), fields.integers("clusters-of"), fields.integer("clusters"));
  }
}
