package io.coterie.site.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.AdaptiveWeights;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;

/**
 * The paper's private graph E over a site's records, without the rank constraint: adaptive weights
 * to the k nearest records, made symmetric.
 */
public final class StructuralGraph {
  private StructuralGraph() {}

  /** log₂ n for a site of n records, from 5 to 15. */
  public static int defaultNeighbors(int n) {
    return (int) Math.max(5, Math.min(15, Math.rint(Math.log(Math.max(n, 2)) / Math.log(2))));
  }

  /**
   * (E + Eᵀ) / 2. Weights need a distance beyond the k nearest: of two records there is none, and
   * one edge joins them.
   */
  public static SparseGraph of(Matrix records, int neighbors, Parallel parallel) {
    int n = records.rows();
    if (n < 3) {
      return n < 2 ? SparseGraph.builder(n).build() : SparseGraph.builder(n).add(0, 1, 1).build();
    }
    int k = Math.min(neighbors, n - 2);
    Neighbors near = NearestNeighbors.among(records, k + 1, parallel);
    return AdaptiveWeights.rows(near, k, n).symmetrized();
  }
}
