package io.coterie.graph.internal;

import io.coterie.math.IntVector;
import java.util.Arrays;

/** Sets that grow by joining, with path halving. */
public final class UnionFind {
  private final int[] parent;

  public UnionFind(int size) {
    parent = new int[size];
    Arrays.setAll(parent, i -> i);
  }

  public void join(int a, int b) {
    int left = find(a);
    int right = find(b);
    if (left != right) {
      parent[Math.max(left, right)] = Math.min(left, right);
    }
  }

  private int find(int node) {
    int at = node;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** Returns the sets among the first nodes. */
  public NodeComponents firstNodes(int count) {
    int[] number = new int[parent.length];
    Arrays.fill(number, -1);
    int[] of = new int[count];
    int next = 0;
    for (int i = 0; i < count; i++) {
      int root = find(i);
      if (number[root] < 0) {
        number[root] = next++;
      }
      of[i] = number[root];
    }
    return new NodeComponents(IntVector.of(of), next);
  }
}
