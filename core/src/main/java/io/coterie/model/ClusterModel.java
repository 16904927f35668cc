package io.coterie.model;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import io.coterie.message.Payload;

public interface ClusterModel extends Payload {
  int clusterCount();

  Labels label(Matrix represented, Parallel parallel);
}
