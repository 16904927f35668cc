package io.coterie.graph.internal;

import io.coterie.graph.SparseGraph;
import java.util.Arrays;

/**
 * The connected components of a graph, found by search: exact, where counting the zero eigenvalues
 * of the Laplacian needs a tolerance. Components are numbered by their first node.
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

  /** Returns the components of the given graph. */
  public static Components in(SparseGraph graph) {
    int[] labels = new int[graph.nodeCount()];
    Arrays.fill(labels, -1);
    Search search = new Search(labels);
    int count = 0;
    for (int start = 0; start < labels.length; start++) {
      if (labels[start] < 0) {
        search.label(graph, start, count++);
      }
    }
    return new Components(labels, count);
  }

  public int count() {
    return count;
  }

  /** Returns the component of a node. */
  public int of(int node) {
    return labels[node];
  }

  /** Returns a copy of the components of all nodes. */
  public int[] labels() {
    return labels.clone();
  }

  /** Returns how many nodes each component has. */
  public int[] sizes() {
    int[] sizes = new int[count];
    for (int label : labels) {
      sizes[label]++;
    }
    return sizes;
  }

  /** Breadth first, with a queue that holds every node at most once over all searches. */
  private static final class Search {
    private final int[] labels;
    private final int[] queue;
    private int head;
    private int tail;

    Search(int[] labels) {
      this.labels = labels;
      this.queue = new int[labels.length];
    }

    void label(SparseGraph graph, int start, int component) {
      reach(start, component);
      while (head < tail) {
        graph.forEachNeighbor(queue[head++], (neighbor, weight) -> reach(neighbor, component));
      }
    }

    private void reach(int node, int component) {
      if (labels[node] < 0) {
        labels[node] = component;
        queue[tail++] = node;
      }
    }
  }
}
