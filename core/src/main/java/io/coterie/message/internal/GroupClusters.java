package io.coterie.message.internal;

import io.coterie.math.IntVector;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import java.util.Arrays;

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
    new Labels(clusters, clusterCount); // checks the range
  }

  /** Returns the cluster of each record, by the group that the site put it into. */
  public Labels of(IntVector groups) {
    int[] labels = new int[groups.size()];
    Arrays.setAll(labels, i -> clusters.at(groups.at(i)));
    return Labels.of(labels, clusterCount);
  }
}
