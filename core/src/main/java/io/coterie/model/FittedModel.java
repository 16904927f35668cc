package io.coterie.model;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;

/**
 * A finished study's model: from a record as read to its cluster.
 *
 * @param dimension the number of values in a record as read
 * @param representation from a record to a point
 * @param clusters from a point to a cluster
 */
public record FittedModel(int dimension, Representation representation, ClusterModel clusters) {
  public Labels predict(Matrix records, Parallel parallel) {
    if (records.columns() != dimension) {
      throw CoterieException.badData(
          "The records have %d features, the model was made for %d; give it the same columns."
              .formatted(records.columns(), dimension));
    }
    if (records.rows() == 0) {
      return Labels.of(new int[0], clusters.clusterCount());
    }
    return clusters.label(representation.apply(records, parallel), parallel);
  }
}
