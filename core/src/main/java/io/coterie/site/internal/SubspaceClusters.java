package io.coterie.site.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.NormalizedAdjacency;
import io.coterie.graph.internal.SubspaceGraph;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.Doubles;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.eigen.BlockEigenSolver;
import io.coterie.math.internal.eigen.EigenPairs;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * A site's records by the linear subspace they lie near: spectral clusters of their graph of
 * self-expression, each of at least {@link #LEAST} records.
 *
 * @param groups the group of each record, 0 .. groupCount − 1
 * @param groupCount how many groups there are
 * @param found how many the graph was divided into, before small ones were dissolved
 * @param unsettled the records whose self-expression did not converge
 */
public record SubspaceClusters(IntVector groups, int groupCount, int found, int unsettled) {
  /** Fewest records of a group: a sample of a smaller one's subspace is nearly a record. */
  public static final int LEAST = 5;

  public static final int MOST = 60;

  private static final int RESTARTS = 20;
  private static final double TOLERANCE = 1e-3;

  /**
   * Clusters unit rows into so many groups, or as many as come before the spectrum's largest gap.
   */
  public static SubspaceClusters of(
      Matrix unitRows, OptionalInt count, Seed seed, Parallel parallel) {
    int n = unitRows.rows();
    SubspaceGraph.SelfExpression expressed = SubspaceGraph.selfExpressive(unitRows, parallel);
    int values = Math.min(n, count.isPresent() ? count.getAsInt() : MOST);
    EigenPairs pairs = spectrum(expressed.graph(), values, seed.child("spectrum"), parallel);
    int found = count.isPresent() ? values : groupsBefore(pairs.values());
    Matrix rows = pairs.vectors().firstColumns(found).unitRows();
    int[] groups =
        new KMeans(KMeans.Options.of(found).withRestarts(RESTARTS))
            .fit(rows, seed.child("clusters"), parallel)
            .labels();
    return new SubspaceClusters(IntVector.of(groups), found, found, expressed.unsettled())
        .withGroupsOf(LEAST, unitRows);
  }

  /** Smaller groups join the best other one. */
  public SubspaceClusters withGroupsOf(int least, Matrix unitRows) {
    int[] dissolved = dissolveSmall(unitRows, groups.toArray(), groupCount, least);
    int left = Arrays.stream(dissolved).max().orElse(0) + 1;
    return new SubspaceClusters(IntVector.of(dissolved), left, found, unsettled);
  }

  /**
   * Returns how many eigenvalues come before the largest gap, at least two: below the first, which
   * is 1 for any graph, the gap is often the largest, and one group too many is mended by the
   * coordinator, who gives both the same label, while one too few is not.
   */
  static int groupsBefore(double[] eigenvalues) {
    return eigenvalues.length < 3
        ? eigenvalues.length
        : 1 + Subspace.beforeLargestDrop(Arrays.copyOfRange(eigenvalues, 1, eigenvalues.length));
  }

  private static EigenPairs spectrum(SparseGraph graph, int count, Seed seed, Parallel parallel) {
    return BlockEigenSolver.largest(count, TOLERANCE, seed, parallel)
        .solve(new NormalizedAdjacency(graph, parallel))
        .pairs();
  }

  /** Moves the records of small groups to the large group whose subspace holds most of each. */
  static int[] dissolveSmall(Matrix unitRows, int[] groups, int groupCount, int least) {
    int[] sizes = new int[groupCount];
    for (int group : groups) {
      sizes[group]++;
    }
    int[] large = IntStream.range(0, groupCount).filter(g -> sizes[g] >= least).toArray();
    int[] result = new int[groups.length];
    if (large.length <= 1) {
      return result; // one group of all
    }
    Subspace[] subspaces = new Subspace[large.length];
    for (int h = 0; h < large.length; h++) {
      subspaces[h] = Subspace.of(unitRows.selectRows(members(groups, large[h])));
    }
    for (int i = 0; i < groups.length; i++) {
      int own = Arrays.binarySearch(large, groups[i]);
      double[] record = unitRows.row(i);
      result[i] =
          own >= 0
              ? own
              : Doubles.argMax(subspaces.length, h -> subspaces[h].squaredProjection(record));
    }
    return result;
  }

  public int[] members(int group) {
    return members(groups.toArray(), group);
  }

  private static int[] members(int[] groups, int group) {
    return IntStream.range(0, groups.length).filter(i -> groups[i] == group).toArray();
  }
}
