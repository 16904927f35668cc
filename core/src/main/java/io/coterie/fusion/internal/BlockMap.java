package io.coterie.fusion.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import java.util.Arrays;

/**
 * A graph small enough to be looked at: its nodes in order of their clusters, cut into blocks, and
 * the mean weight between the nodes of any two blocks. A block never reaches over a cluster's end.
 *
 * @param weights mean weights, one row and column for each block
 * @param clusters the cluster of each block
 * @param sizes how many nodes each block has
 */
public record BlockMap(Matrix weights, IntVector clusters, IntVector sizes) {
  /** About as many blocks as a picture shows apart. */
  public static final int MOST = 200;

  public BlockMap {
    if (weights.rows() != clusters.size()
        || weights.columns() != clusters.size()
        || sizes.size() != clusters.size()) {
      throw new IllegalArgumentException("The blocks do not fit together.");
    }
  }

  /** Each weight is divided by the root of both nodes' degrees, as in the normalized adjacency. */
  public static BlockMap of(SparseGraph graph, IntVector clusters) {
    Layout layout = Layout.of(clusters);
    Matrix sums = Matrix.zeros(layout.sizes.length, layout.sizes.length);
    double[] degrees = graph.degrees();
    for (int i = 0; i < graph.nodeCount(); i++) {
      int node = i;
      graph.forEachNeighbor(
          node,
          (other, weight) ->
              layout.add(sums, node, other, weight / Math.sqrt(degrees[node] * degrees[other])));
    }
    return layout.means(sums);
  }

  public static BlockMap of(LearnedGraph graph, IntVector clusters) {
    Layout layout = Layout.of(clusters);
    return layout.means(graph.blockSums(layout.blocks, layout.sizes.length));
  }

  /** Which block each node is in. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Layout(int[] blocks, int[] clusterOf, int[] sizes) {
    static Layout of(IntVector clusters) {
      int clusterCount = Arrays.stream(clusters.toArray()).max().orElse(-1) + 1;
      int[] members = new int[clusterCount];
      for (int i = 0; i < clusters.size(); i++) {
        members[clusters.at(i)]++;
      }
      int[] first = new int[clusterCount + 1];
      int[] width = new int[clusterCount];
      for (int c = 0; c < clusterCount; c++) {
        // In proportion to its nodes, but every cluster is seen.
        long share = (long) MOST * members[c] / Math.max(1, clusters.size());
        width[c] =
            clusters.size() <= MOST ? members[c] : (int) Math.min(members[c], Math.max(1, share));
        first[c + 1] = first[c] + width[c];
      }
      int[] clusterOf = new int[first[clusterCount]];
      for (int c = 0; c < clusterCount; c++) {
        Arrays.fill(clusterOf, first[c], first[c + 1], c);
      }
      int[] met = new int[clusterCount];
      int[] blocks = new int[clusters.size()];
      int[] sizes = new int[clusterOf.length];
      for (int i = 0; i < blocks.length; i++) {
        int c = clusters.at(i);
        blocks[i] = first[c] + (int) ((long) met[c]++ * width[c] / members[c]);
        sizes[blocks[i]]++;
      }
      return new Layout(blocks, clusterOf, sizes);
    }

    void add(Matrix sums, int node, int other, double weight) {
      int row = blocks[node];
      int column = blocks[other];
      sums.set(row, column, sums.at(row, column) + weight);
    }

    BlockMap means(Matrix sums) {
      for (int row = 0; row < sizes.length; row++) {
        for (int column = 0; column < sizes.length; column++) {
          double pairs = (double) sizes[row] * sizes[column];
          sums.set(row, column, sums.at(row, column) / pairs);
        }
      }
      return new BlockMap(sums, IntVector.of(clusterOf), IntVector.of(sizes));
    }
  }
}
