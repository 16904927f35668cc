package io.coterie.message.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.SumPayload;
import java.util.stream.IntStream;

/**
 * Per cluster: how many of the records belong to it, and their sum.
 *
 * @param counts one per cluster
 * @param sums one row per cluster
 */
public record ClusterSums(Vector counts, Matrix sums) implements SumPayload<ClusterSums> {
  public ClusterSums {
    if (counts.size() != sums.rows()) {
      throw new IllegalArgumentException(
          "%d counts but %d sums.".formatted(counts.size(), sums.rows()));
    }
  }

  public static ClusterSums zero(int count, int dimension) {
    return new ClusterSums(Vector.of(new double[count]), Matrix.zeros(count, dimension));
  }

  public int[] used() {
    return IntStream.range(0, counts.size()).filter(c -> counts.at(c) > 0).toArray();
  }

  /** Returns the means of some clusters, of the first values only. */
  public Matrix means(int[] clusters, int dimension) {
    Matrix means = Matrix.zeros(clusters.length, dimension);
    for (int c = 0; c < clusters.length; c++) {
      for (int j = 0; j < dimension; j++) {
        means.set(c, j, sums.at(clusters[c], j) / counts.at(clusters[c]));
      }
    }
    return means;
  }
}
