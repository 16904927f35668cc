package io.coterie.fusion.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.NormalizedAdjacency;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.eigen.BlockEigenSolver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How many clusters a fused graph has: the number of eigenvalues w of D^-½ B D^-½ before the
 * largest relative gap, 1 − (1 − w_C) / (1 − w_{C+1}). The plain gap w_C − w_{C+1} favours the many
 * small pieces of a long thin cluster, whose eigenvalues leave 1 slowly at first and fast later.
 *
 * <p>U. von Luxburg. <i>A Tutorial on Spectral Clustering</i>. Statistics and Computing 2007.
 *
 * <p>Stateless and thread-safe.
 */
public record ClusterCountRule(Seed seed, Parallel parallel) {
  private static final int MOST = 30;

  /** Below this share of all records, a component is no cluster. */
  private static final double SMALL_SHARE = 0.01;

  /** Distances from 1 below this are those of one cluster, however they compare. */
  private static final double ONE = 1e-4;

  /** Gaps of this size would decide nothing. */
  private static final double TOLERANCE = 1e-7;

  private static final int SHOWN = 8;

  /**
   * A number of clusters and what speaks for it.
   *
   * @param clusters the number
   * @param gap between the eigenvalue of the last cluster and the next, relative: 0 to 1
   */
  public record Candidate(int clusters, double gap) {}

  /**
   * The candidates, best first.
   *
   * @param candidates at least one
   */
  public record Suggestion(List<Candidate> candidates) {
    public Suggestion {
      candidates = List.copyOf(candidates);
    }

    public int best() {
      return candidates.get(0).clusters();
    }

    /** Such as "3: 0.2100, 2: 0.1800". */
    public String describe() {
      return candidates.stream()
          .limit(SHOWN)
          .map(c -> String.format(Locale.ROOT, "%d: %.4f", c.clusters(), c.gap()))
          .collect(Collectors.joining(", "));
    }
  }

  public Suggestion suggest(SparseGraph graph, WeightedPoints nodes) {
    SparseGraph linked = SmallComponents.absorb(graph, nodes, SMALL_SHARE * nodes.mass().sum());
    int count = Math.min(MOST + 1, linked.nodeCount());
    double[] values =
        BlockEigenSolver.largest(count, TOLERANCE, seed, parallel)
            .solve(new NormalizedAdjacency(linked, parallel))
            .pairs()
            .values();
    List<Candidate> candidates = new ArrayList<>();
    for (int c = 2; c < values.length; c++) {
      candidates.add(new Candidate(c, relativeGap(values[c - 1], values[c])));
    }
    if (candidates.isEmpty()) {
      candidates.add(new Candidate(1, 0));
    }
    candidates.sort(Comparator.comparingDouble(Candidate::gap).reversed());
    return new Suggestion(candidates);
  }

  private static double relativeGap(double last, double next) {
    return 1 - (Math.max(1 - last, 0) + ONE) / (Math.max(1 - next, 0) + ONE);
  }
}
