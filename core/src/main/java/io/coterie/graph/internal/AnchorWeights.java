package io.coterie.graph.internal;

import io.coterie.graph.SparseRows;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;

/** Describes records by their adaptive weights to the nearest of a few shared anchors. */
public final class AnchorWeights {
  private AnchorWeights() {}

  /** Returns Z: one row per record with its weights to the nearest anchors; rows sum to one. */
  public static SparseRows of(Matrix records, Matrix anchors, int neighbors, Parallel parallel) {
    if (anchors.rows() == 1) {
      double[] ones = new double[records.rows()];
      java.util.Arrays.fill(ones, 1);
      return SparseRows.of(1, 1, new int[records.rows()], ones);
    }
    int r = Math.max(1, Math.min(neighbors, anchors.rows() - 1));
    Neighbors nearest = NearestNeighbors.of(records, anchors, r + 1, parallel);
    return AdaptiveWeights.rows(nearest, r, anchors.rows());
  }
}
