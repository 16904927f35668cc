package io.coterie.graph;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.SplittableRandom;

/** Seeded random graphs and matrices for tests. */
public final class RandomGraphs {
  private RandomGraphs() {}

  /** Returns a graph with about so many random edges per node, self-loops and duplicates too. */
  public static SparseGraph random(int nodes, int edgesPerNode, Seed seed) {
    SplittableRandom random = seed.random();
    SparseGraphBuilder builder = SparseGraph.builder(nodes);
    for (int e = 0; e < nodes * edgesPerNode; e++) {
      builder.add(random.nextInt(nodes), random.nextInt(nodes), 0.1 + random.nextDouble());
    }
    return builder.build();
  }

  public static Matrix randomMatrix(int rows, int columns, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix matrix = Matrix.zeros(rows, columns);
    for (int i = 0; i < matrix.array().length; i++) {
      matrix.array()[i] = random.nextDouble() - 0.5;
    }
    return matrix;
  }

  public static Matrix dense(SparseGraph graph) {
    Matrix dense = Matrix.zeros(graph.nodeCount(), graph.nodeCount());
    for (int i = 0; i < graph.nodeCount(); i++) {
      int row = i;
      graph.forEachNeighbor(i, (j, weight) -> dense.set(row, j, weight));
    }
    return dense;
  }
}
