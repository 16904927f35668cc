package io.coterie.model;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Fields;
import io.coterie.message.Labels;
import io.coterie.message.Payload;

public interface ClusterModel extends Payload {
  /** Returns the model of a kind with the given fields, or says what does not fit. */
  static ClusterModel of(String kind, Fields fields) {
    return ClusterModels.KINDS.build(kind, fields);
  }

  int clusterCount();

  Labels label(Matrix represented, Parallel parallel);
}
