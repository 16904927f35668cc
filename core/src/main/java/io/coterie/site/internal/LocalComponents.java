package io.coterie.site.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.SpectralClusters;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;

/**
 * A site's records as the paper divides them: the components of its rank-constrained graph, or
 * spectral clusters of the plain graph where the constraint was not met.
 *
 * @param graph over the site's records
 * @param groups the group of each record, 0 .. groupCount − 1
 * @param groupCount how many groups there are
 * @param converged whether the rank constraint was met
 * @param steps how many times the graph was learned
 */
@SuppressWarnings("ArrayRecordComponent") // stays inside the site part that made it
public record LocalComponents(
    SparseGraph graph, int[] groups, int groupCount, boolean converged, int steps) {
  /**
   * How a site divides its records.
   *
   * @param clusterCount C
   * @param neighbors edges of a record in the graph
   */
  public record Options(int clusterCount, int neighbors) {}

  public static LocalComponents of(Matrix records, Options options, Seed seed, Parallel parallel) {
    int clusterCount = Math.min(options.clusterCount(), records.rows());
    RankConstrainedGraph.Result learned =
        new RankConstrainedGraph(clusterCount, options.neighbors(), seed.child("rank"), parallel)
            .fit(records);
    if (learned.converged()) {
      return compact(learned, learned.graph(), learned.components().labels());
    }
    // Missed: the plain graph and its spectral clusters, as k-means on F is the paper's fallback.
    SparseGraph graph = StructuralGraph.of(records, options.neighbors(), parallel);
    int[] groups = SpectralClusters.of(graph, clusterCount, seed.child("spectral"), parallel);
    return compact(learned, graph, groups);
  }

  private static LocalComponents compact(
      RankConstrainedGraph.Result learned, SparseGraph graph, int[] groups) {
    int[] number = new int[groups.length];
    java.util.Arrays.fill(number, -1);
    int[] compacted = new int[groups.length];
    int next = 0;
    for (int i = 0; i < groups.length; i++) {
      if (number[groups[i]] < 0) {
        number[groups[i]] = next++;
      }
      compacted[i] = number[groups[i]];
    }
    return new LocalComponents(graph, compacted, next, learned.converged(), learned.steps());
  }
}
