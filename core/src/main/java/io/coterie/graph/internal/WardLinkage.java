package io.coterie.graph.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Ward's clustering along the edges of a graph: starts from single points and merges, again and
 * again, the two linked clusters whose union raises the sum of squared distances to the centroids
 * least, by n_a n_b / (n_a + n_b) |c_a − c_b|². Edge weights and self-loops play no part.
 *
 * <p>J. H. Ward. <i>Hierarchical Grouping to Optimize an Objective Function</i>. JASA 58, 1963.
 * Ties go to the smaller cluster numbers, a merged cluster taking the next number; as in
 * scikit-learn.
 *
 * <p>Departure: where a graph falls apart into more components than clusters, every component is
 * linked to the one that is cheapest to merge with, until there are few enough.
 *
 * <p>Stateless and thread-safe.
 */
public final class WardLinkage {
  private WardLinkage() {}

  /** Clusters are numbered by their first point. */
  public static int[] fit(Matrix points, SparseGraph graph, int clusterCount) {
    if (points.rows() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "%d points but a graph of %d nodes; every point must be a node."
              .formatted(points.rows(), graph.nodeCount()));
    }
    if (clusterCount < 1 || clusterCount > points.rows()) {
      throw new IllegalArgumentException(
          "clusterCount is %d; it must be from 1 to the number of points, %d."
              .formatted(clusterCount, points.rows()));
    }
    return new Run(points, graph, clusterCount).labels();
  }

  /** Two clusters and what it costs to merge them. The larger number is in the pair's high half. */
  private record Merge(double cost, long pair) implements Comparable<Merge> {
    /** Equal costs come in the order of the larger, then the smaller number. */
    @Override
    public int compareTo(Merge other) {
      int byCost = Double.compare(cost, other.cost);
      return byCost != 0 ? byCost : Long.compare(pair, other.pair);
    }
  }

  /** State of one run. Clusters 0 .. n − 1 are the points; each merge makes the next one. */
  private static final class Run {
    private final int points;
    private final int dimensions;
    private final double[][] centroids;
    private final double[] sizes;
    private final int[] parents; // where a merged cluster went; itself while it lives
    private final int[][] neighbors; // may name merged clusters, which stand for their parents
    private final int[] marks;
    private final PriorityQueue<Merge> queue = new PriorityQueue<>();
    private int clusters;
    private int next;

    Run(Matrix matrix, SparseGraph graph, int clusterCount) {
      points = matrix.rows();
      dimensions = matrix.columns();
      int most = 2 * points - clusterCount;
      centroids = new double[most][];
      sizes = new double[most];
      parents = new int[most];
      neighbors = new int[most][];
      marks = new int[most];
      Arrays.fill(marks, -1);
      clusters = points;
      next = points;
      for (int i = 0; i < points; i++) {
        centroids[i] = matrix.row(i);
        requireFinite(i);
        sizes[i] = 1;
        parents[i] = i;
        neighbors[i] = neighborsOf(graph, i);
      }
      for (int i = 0; i < points; i++) {
        offerBest(i);
      }
      mergeUntil(clusterCount);
    }

    private static int[] neighborsOf(SparseGraph graph, int node) {
      int[] others = new int[graph.neighborCount(node)];
      int[] size = new int[1];
      graph.forEachNeighbor(
          node,
          (neighbor, weight) -> {
            if (neighbor != node) {
              others[size[0]++] = neighbor;
            }
          });
      return Arrays.copyOf(others, size[0]);
    }

    private void requireFinite(int point) {
      for (double value : centroids[point]) {
        if (!Double.isFinite(value)) {
          throw new IllegalArgumentException(
              "Point %d has a value that is not finite; clean the data first.".formatted(point));
        }
      }
    }

    private void mergeUntil(int clusterCount) {
      while (clusters > clusterCount) {
        if (queue.isEmpty()) {
          linkComponents();
        }
        long pair = queue.remove().pair;
        int a = (int) (pair >>> 32);
        int b = (int) pair;
        if (parents[a] == a && parents[b] == b) {
          merge(a, b);
        } else if (parents[a] == a) {
          offerBest(a);
        }
      }
    }

    /**
     * Offers to merge a cluster with the cheapest neighbor of a smaller number; those of larger
     * numbers have offered themselves. One offer a cluster is enough: it is the least of its own,
     * and made anew when its neighbor is gone.
     */
    private void offerBest(int cluster) {
      double least = Double.POSITIVE_INFINITY;
      int best = -1;
      for (int neighbor : neighbors[cluster]) {
        int other = living(neighbor);
        if (other < cluster) {
          double cost = cost(cluster, other);
          if (cost < least || (cost == least && other < best)) {
            least = cost;
            best = other;
          }
        }
      }
      if (best >= 0) {
        queue.add(new Merge(least, (long) cluster << 32 | best));
      }
    }

    private void merge(int a, int b) {
      int merged = next++;
      clusters--;
      sizes[merged] = sizes[a] + sizes[b];
      parents[merged] = merged;
      parents[a] = merged;
      parents[b] = merged;
      double share = sizes[b] / sizes[merged];
      double[] centroid = centroids[a];
      for (int j = 0; j < dimensions; j++) {
        centroid[j] += share * (centroids[b][j] - centroid[j]);
      }
      centroids[merged] = centroid;
      neighbors[merged] = unionOfNeighbors(a, b, merged);
      centroids[a] = null;
      centroids[b] = null;
      neighbors[a] = null;
      neighbors[b] = null;
      offerBest(merged);
    }

    /** A mark is the number of the last merge that met a cluster, so marks need no clearing. */
    private int[] unionOfNeighbors(int a, int b, int merged) {
      int[] union = new int[neighbors[a].length + neighbors[b].length];
      int size = 0;
      marks[merged] = merged;
      for (int part = 0; part < 2; part++) {
        for (int neighbor : neighbors[part == 0 ? a : b]) {
          int living = living(neighbor);
          if (marks[living] != merged) {
            marks[living] = merged;
            union[size++] = living;
          }
        }
      }
      return Arrays.copyOf(union, size);
    }

    /**
     * Follows a merged cluster to the one that it is part of by now, and shortens the way for next
     * time.
     */
    private int living(int cluster) {
      int current = cluster;
      while (parents[current] != current) {
        parents[current] = parents[parents[current]];
        current = parents[current];
      }
      return current;
    }

    private double cost(int a, int b) {
      double[] left = centroids[a];
      double[] right = centroids[b];
      double sum = 0;
      for (int j = 0; j < dimensions; j++) {
        double difference = left[j] - right[j];
        sum += difference * difference;
      }
      return sizes[a] * sizes[b] / (sizes[a] + sizes[b]) * sum;
    }

    /** No edge is left between clusters: links each to the one that is cheapest to merge with. */
    private void linkComponents() {
      int[] alive = new int[clusters];
      int size = 0;
      for (int cluster = 0; cluster < next; cluster++) {
        if (parents[cluster] == cluster) {
          alive[size++] = cluster;
        }
      }
      int[] nearest = new int[size];
      for (int i = 0; i < size; i++) {
        double least = Double.POSITIVE_INFINITY;
        for (int j = 0; j < size; j++) {
          if (i != j) {
            double cost = cost(alive[i], alive[j]);
            if (cost < least) {
              least = cost;
              nearest[i] = j;
            }
          }
        }
      }
      link(alive, nearest);
    }

    private void link(int[] alive, int[] nearest) {
      for (int cluster : alive) {
        neighbors[cluster] = new int[0];
      }
      for (int i = 0; i < alive.length; i++) {
        int a = alive[i];
        int b = alive[nearest[i]];
        if (nearest[nearest[i]] == i && nearest[i] < i) {
          continue; // the pair is linked already
        }
        neighbors[a] = append(neighbors[a], b);
        neighbors[b] = append(neighbors[b], a);
      }
      for (int cluster : alive) {
        offerBest(cluster);
      }
    }

    private static int[] append(int[] values, int value) {
      int[] longer = Arrays.copyOf(values, values.length + 1);
      longer[values.length] = value;
      return longer;
    }

    int[] labels() {
      int[] numbers = new int[next];
      Arrays.fill(numbers, -1);
      int[] labels = new int[points];
      int count = 0;
      for (int i = 0; i < points; i++) {
        int cluster = living(i);
        if (numbers[cluster] < 0) {
          numbers[cluster] = count++;
        }
        labels[i] = numbers[cluster];
      }
      return labels;
    }
  }
}
