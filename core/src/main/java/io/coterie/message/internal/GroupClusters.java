package io.coterie.message.internal;

import io.coterie.math.IntVector;
import io.coterie.message.Labels;
import io.coterie.message.Payload;

/**
 * The coordinator's answer to one site: the cluster of each of its records, or of each of its
 * prototypes.
 *
 * @param clusters in the order the site sent them
 * @param clusterCount the number of clusters
 */
@Payload.Name("clusters")
public record GroupClusters(IntVector clusters, @Payload.Name("count") int clusterCount)
    implements Payload {
  public GroupClusters {
    Labels.of(clusters.toArray(), clusterCount); // checks the range
  }
}
