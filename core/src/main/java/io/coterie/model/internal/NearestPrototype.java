package io.coterie.model.internal;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.model.ClusterModel;

/**
 * Each record joins the cluster of the nearest prototype's mean.
 *
 * @param means one row per prototype of any site
 * @param clusters the cluster of each prototype
 * @param clusterCount the number of clusters
 */
public record NearestPrototype(
    Matrix means,
    @Payload.Name("clusters-of") IntVector clusters,
    @Payload.Name("clusters") int clusterCount)
    implements ClusterModel {
  public NearestPrototype {
    if (means.rows() != clusters.size()) {
      throw new IllegalArgumentException(
          "%d prototypes but %d clusters.".formatted(means.rows(), clusters.size()));
    }
    Labels.of(clusters.toArray(), clusterCount); // checks the range
  }

  /** Returns the model of one center per cluster. */
  public static NearestPrototype ofCenters(Matrix centers) {
    int[] own = new int[centers.rows()];
    java.util.Arrays.setAll(own, c -> c);
    return new NearestPrototype(centers, IntVector.of(own), own.length);
  }

  @Override
  public Labels label(Matrix represented, Parallel parallel) {
    int[] nearest = KMeans.nearest(represented, means, parallel);
    for (int i = 0; i < nearest.length; i++) {
      nearest[i] = clusters.at(nearest[i]);
    }
    return Labels.of(nearest, clusterCount);
  }
}
