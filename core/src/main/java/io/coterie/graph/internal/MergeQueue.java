package io.coterie.graph.internal;

import java.util.Arrays;

/**
 * Pairs of clusters by the cost of merging them, cheapest first; a binary heap of primitives. Equal
 * costs come in the order of the larger, then the smaller cluster number.
 *
 * <p>Not thread-safe.
 */
final class MergeQueue {
  private double[] costs = new double[64];
  private long[] pairs =
      new long[64]; // larger number in the high half: their order is the tie rule
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void add(double cost, int a, int b) {
    if (size == costs.length) {
      costs = Arrays.copyOf(costs, 2 * size);
      pairs = Arrays.copyOf(pairs, 2 * size);
    }
    long pair = ((long) Math.max(a, b) << 32) | Math.min(a, b);
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (!before(cost, pair, costs[parent], pairs[parent])) {
        break;
      }
      costs[hole] = costs[parent];
      pairs[hole] = pairs[parent];
      hole = parent;
    }
    costs[hole] = cost;
    pairs[hole] = pair;
  }

  /** Removes the cheapest pair and returns it: the larger number in the high half. */
  long removeFirst() {
    final long first = pairs[0];
    double cost = costs[--size];
    long pair = pairs[size];
    int hole = 0;
    while (true) {
      int child = 2 * hole + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size
          && before(costs[child + 1], pairs[child + 1], costs[child], pairs[child])) {
        child++;
      }
      if (!before(costs[child], pairs[child], cost, pair)) {
        break;
      }
      costs[hole] = costs[child];
      pairs[hole] = pairs[child];
      hole = child;
    }
    costs[hole] = cost;
    pairs[hole] = pair;
    return first;
  }

  private static boolean before(double cost, long pair, double otherCost, long otherPair) {
    return cost < otherCost || (cost == otherCost && pair < otherPair);
  }
}
