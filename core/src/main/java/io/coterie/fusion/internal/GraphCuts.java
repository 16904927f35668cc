package io.coterie.fusion.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.Components;
import io.coterie.graph.internal.NormalizedAdjacency;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.eigen.BlockEigenSolver;
import io.coterie.math.internal.eigen.EigenPairs;
import java.util.Arrays;

/**
 * Divides a graph into several numbers of clusters as {@link GraphPartition} does into one, from
 * one decomposition for all.
 *
 * @param plainFrom from so many clusters on, there are as many eigenvectors as clusters; below,
 *     twice as many at distances of commute times
 */
public record GraphCuts(int plainFrom, Seed seed, Parallel parallel) {
  private static final double TOLERANCE = 1e-3;

  private static final int RESTARTS = 10;

  /**
   * Returns the cluster of each node in each cut.
   *
   * @param numbers of clusters, increasing
   */
  public int[][] of(SparseGraph graph, WeightedPoints nodes, int[] numbers) {
    int[][] cuts = new int[numbers.length][];
    int most = numbers[numbers.length - 1];
    SparseGraph decomposed = null;
    EigenPairs pairs = null;
    for (int c = 0; c < numbers.length; c++) {
      int k = numbers[c];
      SparseGraph linked = SmallComponents.absorb(graph, nodes, GraphPartition.threshold(nodes, k));
      Components components = Components.in(linked);
      if (components.count() >= k) {
        cuts[c] =
            components.count() == k
                ? components.labels()
                : ComponentMerge.merge(components, nodes, k);
      } else {
        if (!linked.equals(decomposed)) {
          decomposed = linked;
          int count = Math.min(2 * most + 1, linked.nodeCount());
          pairs =
              BlockEigenSolver.largest(count, TOLERANCE, seed.child("spectrum"), parallel)
                  .solve(new NormalizedAdjacency(linked, parallel))
                  .pairs();
        }
        cuts[c] = cut(pairs, nodes.mass().toArray(), k);
      }
    }
    return cuts;
  }

  private int[] cut(EigenPairs pairs, double[] mass, int k) {
    int count = Math.min(k < plainFrom ? 2 * k : k, pairs.values().length);
    double[] scales = new double[count];
    Arrays.fill(scales, 1);
    for (int j = 1; j < count && k < plainFrom; j++) {
      scales[j] =
          GraphPartition.commuteScale(pairs.values()[j])
              / GraphPartition.commuteScale(pairs.values()[1]);
    }
    Matrix rows =
        pairs.vectors().firstColumns(count).map((i, j, value) -> value * scales[j]).unitRows();
    return new KMeans(KMeans.Options.of(k).withRestarts(RESTARTS))
        .fit(rows, mass, seed.child("cut").child(k), parallel)
        .labels();
  }
}
