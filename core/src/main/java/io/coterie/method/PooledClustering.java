package io.coterie.method;

import static java.util.Objects.requireNonNull;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.model.ClusterModel;
import java.util.Optional;

/** What a reference does with the records of all sites in one place. */
@FunctionalInterface
interface PooledClustering {
  /**
   * Clusters the records.
   *
   * @param records of all sites, one after the other
   * @param clusterCount at most the number of records
   */
  Answer cluster(Matrix records, int clusterCount, CoordinatorContext context);

  /**
   * The clusters.
   *
   * @param model labels new records
   * @param clusters the cluster of each record, where the model is not what decided it
   */
  record Answer(ClusterModel model, Optional<IntVector> clusters) {
    public Answer {
      requireNonNull(model, "model is null");
      requireNonNull(clusters, "clusters is null");
    }

    /** Returns an answer that labels the records themselves by the model. */
    static Answer of(ClusterModel model) {
      return new Answer(model, Optional.empty());
    }
  }
}
