package io.coterie.site.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseRows;
import io.coterie.graph.internal.AdaptiveWeights;
import io.coterie.graph.internal.Components;
import io.coterie.graph.internal.Laplacian;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.eigen.BlockEigenSolver;
import io.coterie.math.internal.linear.Simplex;

/**
 * The paper's private graph E with exactly C connected components (Eq. 3 to 6): alternately F, the
 * eigenvectors of the C smallest eigenvalues of L_E, and rows of E,
 *
 * <pre>E_i = projection onto the simplex of −(d^x_i + λ d^f_i) / (2γ)</pre>
 *
 * over the 3k nearest records; λ doubles while there are too few components and halves while there
 * are too many. (Eq. 6 prints d^f without its λ, which belongs there by Eq. 5.)
 *
 * <p>Stateless and thread-safe.
 */
public record RankConstrainedGraph(int clusterCount, int neighbors, Seed seed, Parallel parallel) {
  private static final int MAX_STEPS = 30;

  /** Candidates for a record's neighbors, in multiples of k. */
  private static final int CANDIDATES = 3;

  private static final double TINY = 1e-12;
  private static final double SPECTRUM_TOLERANCE = 1e-5;

  /** A bound by which a coordinator checks what a site sent. */
  public static long mostEdges(int neighbors) {
    return Math.max((long) CANDIDATES * neighbors, neighbors + 1L);
  }

  /**
   * How the run ended. A run that did not converge is a result, not an exception: it is the graph
   * whose number of components came nearest.
   *
   * @param graph (E + Eᵀ) / 2
   * @param components its connected components
   * @param converged whether they are exactly C
   * @param steps how many times E was learned
   */
  public record Result(SparseGraph graph, Components components, boolean converged, int steps) {}

  public Result fit(Matrix records) {
    int n = records.rows();
    if (n < 3) {
      SparseGraph graph = StructuralGraph.of(records, neighbors, parallel);
      return ended(graph, 0);
    }
    int k = Math.min(neighbors, n - 2);
    int candidates = (int) Math.min(n - 1, mostEdges(k));
    Neighbors near = NearestNeighbors.among(records, candidates, parallel);
    SparseGraph graph = AdaptiveWeights.rows(near, k, n).symmetrized();
    Result best = ended(graph, 0);
    if (best.converged()) {
      return best;
    }
    double gamma = meanGamma(near, k);
    double lambda = gamma;
    Matrix spectrum = spectrum(graph, Matrix.zeros(n, 0));
    Matrix previous = spectrum;
    for (int step = 1; step <= MAX_STEPS; step++) {
      graph = learn(near, spectrum, lambda, gamma).symmetrized();
      Result result = ended(graph, step);
      if (distanceToTarget(result) < distanceToTarget(best)) {
        best = result;
      }
      if (result.converged()) {
        return result;
      } else if (result.components().count() < clusterCount) {
        lambda *= 2; // too few components: weigh the rank term more
        previous = spectrum;
        spectrum = spectrum(graph, spectrum);
      } else {
        lambda /= 2; // too many: weigh it less and retry from the last F
        spectrum = previous;
      }
    }
    return new Result(best.graph(), best.components(), false, MAX_STEPS);
  }

  private Result ended(SparseGraph graph, int steps) {
    Components components = Components.in(graph);
    return new Result(graph, components, components.count() == clusterCount, steps);
  }

  private int distanceToTarget(Result result) {
    return Math.abs(result.components().count() - clusterCount);
  }

  private static double meanGamma(Neighbors near, int k) {
    double sum = 0;
    for (int i = 0; i < near.rows(); i++) {
      sum += AdaptiveWeights.gamma(near, i, k);
    }
    return Math.max(sum / near.rows(), TINY);
  }

  private Matrix spectrum(SparseGraph graph, Matrix start) {
    int count = Math.min(clusterCount, graph.nodeCount());
    return BlockEigenSolver.smallest(count, SPECTRUM_TOLERANCE, seed, parallel)
        .solve(new Laplacian(graph, parallel), start)
        .pairs()
        .vectors();
  }

  /** Learns the rows of E; candidates whose weight is zero are no edges. */
  private SparseRows learn(Neighbors near, Matrix spectrum, double lambda, double gamma) {
    int count = near.count();
    int n = near.rows();
    int[] columns = new int[n * count];
    double[] weights = new double[n * count];
    parallel.forBlocks(
        n,
        512,
        (block, from, to) -> {
          for (int i = from; i < to; i++) {
            for (int h = 0; h < count; h++) {
              int j = near.index(i, h);
              double distance =
                  near.squaredDistance(i, h) + lambda * spectrum.squaredDistance(i, spectrum, j);
              columns[i * count + h] = j;
              weights[i * count + h] = -distance / (2 * gamma);
            }
            Simplex.project(weights, i * count, (i + 1) * count);
          }
        });
    for (int e = 0; e < weights.length; e++) {
      weights[e] = weights[e] < TINY ? 0 : weights[e];
    }
    return SparseRows.of(n, count, columns, weights);
  }
}
