package io.coterie.graph;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.ArrayList;
import java.util.List;
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

  /** Returns a connected graph: a ring and about so many random edges per node. */
  public static SparseGraph connected(int nodes, int edgesPerNode, Seed seed) {
    SparseGraphBuilder ring = SparseGraph.builder(nodes);
    for (int i = 0; i < nodes; i++) {
      ring.add(i, (i + 1) % nodes, 0.5);
    }
    return ring.build().plus(random(nodes, edgesPerNode, seed));
  }

  /** Returns so many connected graphs side by side, of different densities. */
  public static SparseGraph parts(int count, int nodes, Seed seed) {
    List<SparseGraph> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(connected(nodes, 3 + i % 4, seed.child("part").child(i)));
    }
    return SparseGraph.blockDiagonal(parts);
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
