package io.coterie.model;

import io.coterie.message.PayloadKind;
import io.coterie.message.internal.KindTable;
import io.coterie.model.internal.AnchorEmbedding;
import io.coterie.model.internal.AnchorVotes;
import io.coterie.model.internal.MixtureModel;
import io.coterie.model.internal.NearestDirection;
import io.coterie.model.internal.NearestPrototype;
import java.util.List;

/** Every kind of model. */
public final class ClusterModels {
  public static final KindTable<ClusterModel> KINDS =
      new KindTable<>(
          "model",
          List.of(
              PayloadKind.of(AnchorVotes.class),
              PayloadKind.of(AnchorEmbedding.class),
              PayloadKind.of(NearestPrototype.class),
              PayloadKind.of(NearestDirection.class),
              PayloadKind.of(MixtureModel.class)));

  private ClusterModels() {}
}
