package io.coterie.site.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.WardLinkage;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;

/**
 * A site's records in many small groups that grow along the edges of its structural graph: Ward
 * linkage to Q = clip(factor √n, 2C, n/3) microclusters.
 *
 * @param graph the structural graph
 * @param groups the microcluster of each record
 * @param groupCount Q
 */
@SuppressWarnings("ArrayRecordComponent") // stays inside the site part that made it
public record Microclustering(SparseGraph graph, int[] groups, int groupCount) {
  /**
   * How fine a site's microclusters are.
   *
   * @param factor Q grows as factor times √n
   * @param clusterCount Q is at least twice this
   * @param neighbors edges of a record in the graph
   */
  public record Options(double factor, int clusterCount, int neighbors) {}

  public static Microclustering of(Matrix records, Options options, Parallel parallel) {
    int n = records.rows();
    SparseGraph graph = StructuralGraph.of(records, options.neighbors(), parallel);
    int[] groups = WardLinkage.fit(records, graph, groupCount(n, options));
    return new Microclustering(graph, groups, Arrays.stream(groups).max().orElse(-1) + 1);
  }

  private static int groupCount(int n, Options options) {
    int low = Math.min(2 * options.clusterCount(), n / 3);
    int high = Math.max(n / 3, 2);
    int wanted = (int) Math.rint(options.factor() * Math.sqrt(n));
    return Math.max(1, Math.min(n, Math.min(Math.max(wanted, low), high)));
  }

  /** Smaller microclusters join the nearest ones. */
  public Microclustering withGroupsOf(int least, Matrix records) {
    SmallGroups joined = SmallGroups.join(records, groups, groupCount, least);
    return new Microclustering(graph, joined.groups(), joined.groupCount());
  }

  public double[] counts() {
    return GroupMeans.counts(groups, groupCount);
  }

  public Matrix means(Matrix records) {
    return GroupMeans.of(records, groups, groupCount);
  }
}
