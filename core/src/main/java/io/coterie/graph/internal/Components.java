package io.coterie.graph.internal;

import io.coterie.graph.SparseGraph;
import java.util.Arrays;

/**
 * The connected components of a graph: exact, where counting the zero eigenvalues of the Laplacian
 * needs a tolerance. Components are numbered by their first node.
 *
 * <p>Immutable, hence safe to share between threads.
 */
public final class Components {
  private final int[] labels;
  private final int count;

  private Components(int[] labels, int count) {
    this.labels = labels;
    this.count = count;
  }

  public static Components in(SparseGraph graph) {
    Builder builder = new Builder(graph.nodeCount());
    for (int i = 0; i < graph.nodeCount(); i++) {
      int node = i;
      graph.forEachNeighbor(node, (neighbor, weight) -> builder.join(node, neighbor));
    }
    return builder.ofFirst(graph.nodeCount());
  }

  public int count() {
    return count;
  }

  public int of(int node) {
    return labels[node];
  }

  public int[] labels() {
    return labels.clone();
  }

  public int[] sizes() {
    int[] sizes = new int[count];
    for (int label : labels) {
      sizes[label]++;
    }
    return sizes;
  }

  /** Sets of nodes that grow by joining (union-find with path halving). Not thread-safe. */
  public static final class Builder {
    private final int[] parent;

    public Builder(int nodeCount) {
      parent = new int[nodeCount];
      Arrays.setAll(parent, i -> i);
    }

    public void join(int a, int b) {
      int left = find(a);
      int right = find(b);
      // The lower root stays, so that a set's root is its first node.
      parent[Math.max(left, right)] = Math.min(left, right);
    }

    private int find(int node) {
      int at = node;
      while (parent[at] != at) {
        parent[at] = parent[parent[at]];
        at = parent[at];
      }
      return at;
    }

    /** Further nodes only served to join the first ones. */
    public Components ofFirst(int nodeCount) {
      int[] labels = new int[nodeCount];
      int count = 0;
      for (int i = 0; i < nodeCount; i++) {
        int root = find(i);
        labels[i] = root == i ? count++ : labels[root];
      }
      return new Components(labels, count);
    }
  }
}
