package io.coterie.message;

import io.coterie.math.IntVector;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The cluster of each record, in record order: an answer, never an input.
 *
 * @param clusters each from 0 to clusterCount − 1
 * @param clusterCount how many there are, used or not
 */
public record Labels(IntVector clusters, int clusterCount) implements Serializable {
  public Labels {
    for (int i = 0; i < clusters.size(); i++) {
      if (clusters.at(i) < 0 || clusters.at(i) >= clusterCount) {
        throw new IllegalArgumentException(
            "Cluster %d is outside 0 .. %d.".formatted(clusters.at(i), clusterCount - 1));
      }
    }
  }

  public static Labels of(int[] clusters, int clusterCount) {
    return new Labels(IntVector.of(clusters), clusterCount);
  }

  public int size() {
    return clusters.size();
  }

  /** Returns the cluster of a record. */
  public int of(int record) {
    return clusters.at(record);
  }

  /** Returns those from one record to before another. */
  public Labels part(int from, int to) {
    int[] some = new int[to - from];
    Arrays.setAll(some, i -> of(from + i));
    return of(some, clusterCount);
  }

  public int[] toArray() {
    return clusters.toArray();
  }

  /** Says how many there are, never which: labels may tell of the records. */
  @Override
  public String toString() {
    return "Labels[%d records, %d clusters]".formatted(size(), clusterCount);
  }
}
