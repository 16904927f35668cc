package io.coterie.model;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Fields;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.message.internal.KindTable;
import io.coterie.model.internal.AnchorEmbedding;
import io.coterie.model.internal.AnchorVotes;
import io.coterie.model.internal.LevelMixtureModel;
import io.coterie.model.internal.MixtureModel;
import io.coterie.model.internal.NearestDirection;
import io.coterie.model.internal.NearestPrototype;
import java.util.List;
import java.util.Optional;

public interface ClusterModel extends Payload {
  /** Every kind of model. */
  KindTable<ClusterModel> KINDS =
      new KindTable<>(
          "model",
          List.of(
              PayloadKind.of(AnchorVotes.class),
              PayloadKind.of(AnchorEmbedding.class),
              PayloadKind.of(NearestPrototype.class),
              PayloadKind.of(NearestDirection.class),
              PayloadKind.of(MixtureModel.class),
              PayloadKind.of(LevelMixtureModel.class),
              PayloadKind.of(ProfileAnswer.class)));

  /** Returns the model of a kind with the given fields, or says what does not fit. */
  static ClusterModel of(String kind, Fields fields) {
    return KINDS.build(kind, fields);
  }

  int clusterCount();

  /** Returns whether records may lack values (NaN), so that nothing need be filled in. */
  default boolean takesGaps() {
    return false;
  }

  Labels label(Matrix represented, Parallel parallel);

  /** Returns how near each record is to each cluster. */
  Nearness nearness(Matrix represented, Parallel parallel);

  /**
   * Returns from where on a record is like those of no cluster; empty if the model does not say.
   *
   * @param share of the records that would be above the limit
   */
  default Optional<OutlierRule> outlierRule(double share) {
    return Optional.empty();
  }

  /** Returns the same model where cluster c has the number {@code ranks[c]}. */
  ClusterModel renumbered(int[] ranks);
}
