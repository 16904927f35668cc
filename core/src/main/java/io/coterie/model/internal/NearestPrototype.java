package io.coterie.model.internal;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.model.ClusterModel;
import java.util.stream.IntStream;

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

  /** One center per cluster. */
  public static NearestPrototype ofCenters(Matrix centers) {
    int count = centers.rows();
    return new NearestPrototype(centers, IntVector.of(IntStream.range(0, count).toArray()), count);
  }

  @Override
  public Labels label(Matrix represented, Parallel parallel) {
    return labels(KMeans.nearest(represented, means, parallel), clusters, clusterCount);
  }

  /** From the nearest part of each record to its cluster. */
  static Labels labels(int[] parts, IntVector clusters, int clusterCount) {
    return Labels.of(IntStream.of(parts).map(clusters::at).toArray(), clusterCount);
  }

  @Override
  public NearestPrototype renumbered(int[] ranks) {
    return new NearestPrototype(means, LargestFirst.renumbered(clusters, ranks), clusterCount);
  }
}
