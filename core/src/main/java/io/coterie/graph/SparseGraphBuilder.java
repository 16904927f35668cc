package io.coterie.graph;

import java.util.Arrays;

/**
 * Collects the edges of a {@link SparseGraph} in any order. Edges given more than once are summed,
 * in the order given.
 *
 * <p>Not thread-safe.
 */
public final class SparseGraphBuilder {
  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

  private final int nodeCount;
  private int size;
  private int[] lows = new int[16];
  private int[] highs = new int[16];
  private double[] weights = new double[16];

  SparseGraphBuilder(int nodeCount) {
    if (nodeCount < 0 || nodeCount >= LARGEST_ARRAY) {
      throw new IllegalArgumentException(
          "nodeCount is %d; it must be from 0 to %d.".formatted(nodeCount, LARGEST_ARRAY - 1));
    }
    this.nodeCount = nodeCount;
  }

  /** Adds a weight to the edge between two nodes, or to a self-loop when they are the same. */
  public SparseGraphBuilder add(int node, int other, double weight) {
    if (node < 0 || node >= nodeCount || other < 0 || other >= nodeCount) {
      throw new IllegalArgumentException(
          "An edge joins nodes %d and %d; nodes must be from 0 to %d."
              .formatted(node, other, nodeCount - 1));
    }
    Csr.requireWeight(weight);
    if (weight == 0) {
      return this;
    }
    if (size == lows.length) {
      reserve((int) Math.min(LARGEST_ARRAY, size + (long) Math.max(16, size >> 1)));
    }
    lows[size] = Math.min(node, other);
    highs[size] = Math.max(node, other);
    weights[size] = weight;
    size++;
    return this;
  }

  void reserve(int capacity) {
    if (capacity > lows.length) {
      lows = Arrays.copyOf(lows, capacity);
      highs = Arrays.copyOf(highs, capacity);
      weights = Arrays.copyOf(weights, capacity);
    }
  }

  /** The builder may collect further edges afterwards. */
  public SparseGraph build() {
    // Two stable counting sorts: first by column, then by row. As the matrix is symmetric, both
    // share the same counts, and duplicates meet in the same order on either side of the diagonal.
    long[] counts = new long[nodeCount + 1];
    for (int e = 0; e < size; e++) {
      counts[lows[e] + 1]++;
      if (lows[e] != highs[e]) {
        counts[highs[e] + 1]++;
      }
    }
    for (int i = 0; i < nodeCount; i++) {
      counts[i + 1] += counts[i];
    }
    Csr byColumn = Csr.zeros(nodeCount, counts[nodeCount]);
    for (int i = 0; i <= nodeCount; i++) {
      byColumn.offsets()[i] = (int) counts[i];
    }
    int[] next = byColumn.offsets().clone();
    for (int e = 0; e < size; e++) {
      byColumn.put(next[highs[e]]++, lows[e], weights[e]);
      if (lows[e] != highs[e]) {
        byColumn.put(next[lows[e]]++, highs[e], weights[e]);
      }
    }
    return new SparseGraph(byColumn.transposed(nodeCount).compacted());
  }
}
