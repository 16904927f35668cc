package io.coterie.message;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The cluster of each record, 0 .. clusterCount − 1, in record order: an answer, never an input.
 *
 * <p>Immutable.
 */
public final class Labels implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] clusters;
  private final int clusterCount;

  private Labels(int[] clusters, int clusterCount) {
    this.clusters = clusters;
    this.clusterCount = clusterCount;
  }

  public static Labels of(int[] clusters, int clusterCount) {
    for (int cluster : clusters) {
      if (cluster < 0 || cluster >= clusterCount) {
        throw new IllegalArgumentException(
            "Cluster %d is outside 0 .. %d.".formatted(cluster, clusterCount - 1));
      }
    }
    return new Labels(clusters.clone(), clusterCount);
  }

  public int size() {
    return clusters.length;
  }

  public int clusterCount() {
    return clusterCount;
  }

  public int of(int record) {
    return clusters[record];
  }

  public int[] toArray() {
    return clusters.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Labels labels
        && clusterCount == labels.clusterCount
        && Arrays.equals(clusters, labels.clusters);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(clusters) + clusterCount;
  }

  @Override
  public String toString() {
    return "Labels[%d records, %d clusters]".formatted(clusters.length, clusterCount);
  }
}
