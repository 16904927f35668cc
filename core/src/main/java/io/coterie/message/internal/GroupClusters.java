package io.coterie.message.internal;

import io.coterie.math.IntVector;
import io.coterie.message.Field;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import java.util.List;

/**
 * The coordinator's answer to one site: the cluster of each of its records, or of each of its
 * prototypes.
 *
 * @param clusters in the order the site sent them
 * @param clusterCount the number of clusters
 */
public record GroupClusters(IntVector clusters, int clusterCount) implements Payload {
  public GroupClusters {
    Labels.of(clusters.toArray(), clusterCount); // checks the range
  }

  @Override
  public String kind() {
    return "clusters";
  }

  @Override
  public List<Field> fields() {
    return List.of(
        new Field.Integers("clusters", clusters),
        new Field.Integers("count", IntVector.of(clusterCount)));
  }
}
