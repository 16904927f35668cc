package io.coterie.graph.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.eigen.BlockEigenSolver;

/**
 * Clusters of a graph: k-means on the unit rows of the largest eigenvectors of D^-½ W D^-½.
 *
 * <p>Stateless and thread-safe.
 */
public final class SpectralClusters {
  private static final int RESTARTS = 20;
  private static final double TOLERANCE = 1e-4;

  private SpectralClusters() {}

  /** At most as many clusters as there are nodes. */
  public static int[] of(SparseGraph graph, int clusterCount, Seed seed, Parallel parallel) {
    int count = Math.min(clusterCount, graph.nodeCount());
    Matrix rows =
        BlockEigenSolver.largest(count, TOLERANCE, seed.child("spectrum"), parallel)
            .solve(new NormalizedAdjacency(graph, parallel))
            .pairs()
            .vectors()
            .unitRows();
    return new KMeans(KMeans.Options.of(count).withRestarts(RESTARTS))
        .fit(rows, seed.child("clusters"), parallel)
        .labels();
  }
}
