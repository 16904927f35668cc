package io.coterie.spark;

import io.coterie.features.Representation;
import io.coterie.model.ClusterModel;
import io.coterie.model.FittedModel;
import io.coterie.model.OutlierRule;
import java.io.Serializable;
import java.util.Optional;

/**
 * A model on its way to the machines of a cluster.
 *
 * @param outliersOrNull its rule for outliers; null where it has none
 */
record SentModel(
    int dimension, Representation representation, ClusterModel clusters, OutlierRule outliersOrNull)
    implements Serializable {
  static SentModel of(FittedModel model) {
    return new SentModel(
        model.dimension(), model.representation(), model.clusters(), model.outliers().orElse(null));
  }

  FittedModel model() {
    return new FittedModel(
        dimension, representation, clusters, Optional.ofNullable(outliersOrNull));
  }
}
