package io.coterie.graph.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.eigen.BlockEigenSolver;
import io.coterie.math.internal.eigen.EigenOptions;

/**
 * Clusters of a graph: k-means on the unit rows of the largest eigenvectors of D^-½ W D^-½.
 *
 * <p>Stateless and thread-safe.
 */
public final class SpectralClusters {
  private static final int RESTARTS = 20;
  private static final double TOLERANCE = 1e-4;

  private SpectralClusters() {}

  /** Returns the cluster of each node, at most as many as there are nodes. */
  public static int[] of(SparseGraph graph, int clusterCount, Seed seed, Parallel parallel) {
    int count = Math.min(clusterCount, graph.nodeCount());
    EigenOptions options = EigenOptions.largest(count, TOLERANCE, seed.child("spectrum"));
    Matrix rows =
        new BlockEigenSolver(options, parallel)
            .solve(new NormalizedAdjacency(graph, parallel))
            .pairs()
            .vectors()
            .unitRows();
    return new KMeans(KMeans.Options.of(count).withRestarts(RESTARTS))
        .fit(rows, seed.child("clusters"), parallel)
        .labels();
  }
}
