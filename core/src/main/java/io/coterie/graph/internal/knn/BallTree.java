package io.coterie.graph.internal.knn;

import io.coterie.math.Matrix;
import java.util.Arrays;

/**
 * Points in an order in which runs of {@link #LEAF} lie close together: halved again and again
 * along the feature in which they spread most. Each run is known by its mean and by the radius of
 * the ball around it, which tells how near its points can be to a query.
 *
 * <p>Immutable.
 */
final class BallTree {
  /** Of a run, in points; the last may have fewer. */
  static final int LEAF = 256;

  private final int[] order;
  private final int leaves;
  private final int[] splitFeatures;
  private final double[] splitValues;

  /** One array for each feature, so that the distances of a query to all runs are vector work. */
  private final double[][] centers;

  private final double[] radii;

  /**
   * Covers what rounding does to distances and radii. A sum of D squares of differences is rounded
   * by less than (D + 3) 2⁻⁵³ of itself, its root by half of that and 2⁻⁵³.
   */
  private final double rounding;

  private BallTree(Matrix points) {
    this.order = new int[points.rows()];
    Arrays.setAll(order, i -> i);
    this.leaves = (points.rows() + LEAF - 1) / LEAF;
    this.splitFeatures = new int[2 * leaves];
    this.splitValues = new double[2 * leaves];
    this.centers = new double[points.columns()][leaves];
    this.radii = new double[leaves];
    this.rounding = (points.columns() + 8) * 0x1.0p-53;
  }

  static BallTree of(Matrix points) {
    BallTree tree = new BallTree(points);
    tree.split(points, 0, 0, tree.leaves);
    for (int leaf = 0; leaf < tree.leaves; leaf++) {
      tree.measure(points, leaf);
    }
    return tree;
  }

  int[] order() {
    return order;
  }

  int leaves() {
    return leaves;
  }

  private int end(int leaf) {
    return Math.min(order.length, leaf * LEAF);
  }

  /** Splits the runs [first, last); a node's left child follows it, and then its right one. */
  private void split(Matrix points, int node, int first, int last) {
    if (last - first < 2) {
      return;
    }
    int middle = (first + last) >>> 1;
    int feature = widest(points, end(first), end(last));
    double[] keys = new double[end(last) - end(first)];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = points.at(order[end(first) + i], feature);
    }
    select(keys, end(first), end(middle) - end(first));
    splitFeatures[node] = feature;
    splitValues[node] = keys[end(middle) - end(first)];
    split(points, node + 1, first, middle);
    split(points, node + 2 * (middle - first), middle, last);
  }

  /**
   * By the sum of squares about the mean. Differences to one of the points keep their digits where
   * all values are large.
   */
  private int widest(Matrix points, int from, int to) {
    int columns = points.columns();
    double[] sums = new double[columns];
    double[] squares = new double[columns];
    int base = order[from] * columns;
    for (int i = from; i < to; i++) {
      int row = order[i] * columns;
      for (int j = 0; j < columns; j++) {
        double value = points.array()[row + j] - points.array()[base + j];
        sums[j] += value;
        squares[j] += value * value;
      }
    }
    int widest = 0;
    double most = -1;
    for (int j = 0; j < columns; j++) {
      double spread = squares[j] - sums[j] * sums[j] / (to - from);
      if (spread > most) {
        widest = j;
        most = spread;
      }
    }
    return widest;
  }

  /** Reorders keys, and the points from a position on, so that none before rank is larger. */
  private void select(double[] keys, int from, int rank) {
    int low = 0;
    int high = keys.length - 1;
    while (low < high) {
      double pivot = keys[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (keys[i] < pivot) {
          i++;
        }
        while (keys[j] > pivot) {
          j--;
        }
        if (i <= j) {
          swap(keys, from, i++, j--);
        }
      }
      if (rank <= j) {
        high = j;
      } else if (rank >= i) {
        low = i;
      } else {
        return;
      }
    }
  }

  private void swap(double[] keys, int from, int i, int j) {
    double key = keys[i];
    keys[i] = keys[j];
    keys[j] = key;
    int point = order[from + i];
    order[from + i] = order[from + j];
    order[from + j] = point;
  }

  /**
   * A ball around the mean is not the least one that holds the points, but its bound is valid all
   * the same.
   */
  private void measure(Matrix points, int leaf) {
    int from = end(leaf);
    int to = end(leaf + 1);
    for (int j = 0; j < centers.length; j++) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += points.at(order[i], j);
      }
      centers[j][leaf] = sum / (to - from);
    }
    double farthest = 0;
    for (int i = from; i < to; i++) {
      double distance = 0;
      for (int j = 0; j < centers.length; j++) {
        double difference = points.at(order[i], j) - centers[j][leaf];
        distance += difference * difference;
      }
      farthest = Math.max(farthest, distance);
    }
    radii[leaf] = Math.sqrt(farthest);
  }

  /** In the order of the runs that they fall into, so that queries of a tile need the same runs. */
  int[] sorted(Matrix queries) {
    int[] leafOf = new int[queries.rows()];
    int[] starts = new int[leaves + 1];
    for (int i = 0; i < leafOf.length; i++) {
      leafOf[i] = leaf(queries, i);
      starts[leafOf[i] + 1]++;
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      starts[leaf + 1] += starts[leaf];
    }
    int[] sorted = new int[leafOf.length];
    for (int i = 0; i < leafOf.length; i++) {
      sorted[starts[leafOf[i]]++] = i;
    }
    return sorted;
  }

  /** Descends by the splits of the points; a query need not be one of them. */
  private int leaf(Matrix queries, int query) {
    int node = 0;
    int first = 0;
    int last = leaves;
    while (last - first > 1) {
      int middle = (first + last) >>> 1;
      if (queries.at(query, splitFeatures[node]) < splitValues[node]) {
        node++;
        last = middle;
      } else {
        node += 2 * (middle - first);
        first = middle;
      }
    }
    return first;
  }

  /** Puts a lower bound of the distances from a query to the points of each run into an array. */
  void bounds(Matrix queries, int query, double[] bounds) {
    Arrays.fill(bounds, 0);
    for (int j = 0; j < centers.length; j++) {
      // One feature at a time over all runs: plain vector work.
      addSquares(queries.at(query, j), centers[j], bounds);
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      double center = Math.sqrt(bounds[leaf]);
      bounds[leaf] = center - radii[leaf] - rounding * (center + radii[leaf]);
    }
  }

  private static void addSquares(double value, double[] centers, double[] squares) {
    for (int leaf = 0; leaf < squares.length; leaf++) {
      double difference = value - centers[leaf];
      squares[leaf] += difference * difference;
    }
  }
}
