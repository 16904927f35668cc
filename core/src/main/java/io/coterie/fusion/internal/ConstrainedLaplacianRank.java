package io.coterie.fusion.internal;

import io.coterie.graph.internal.Components;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.eigen.BlockEigenSolver;
import io.coterie.math.internal.linear.Simplex;

/**
 * Learns a graph S close to E* that has exactly C connected components (Eq. 12 to 14); the
 * components are the clusters.
 *
 * <p>F. Nie, X. Wang, M. I. Jordan, H. Huang. <i>The Constrained Laplacian Rank Algorithm for
 * Graph-Based Clustering</i>. AAAI 2016; the L2 variant. Names here and in the paper:
 *
 * <pre>fused E*    learned S    spectrum F (eigenvectors of L_S)    clusterCount C    lambda λ
 * </pre>
 *
 * <p>Row update: s_i is the projection of e*_i − (λ/2) d_i onto the simplex over the support of
 * e*_i (whose rows are first divided by their sums), d_ij = ‖f_i − f_j‖². For the entries towards a
 * prototype's records f_j is replaced by the prototype's mean f, so that these entries stay equal
 * and S keeps the form of E*.
 *
 * <p>Stateless and thread-safe.
 */
public record ConstrainedLaplacianRank(int clusterCount, Seed seed, Parallel parallel) {
  private static final int MAX_STEPS = 30;
  private static final double FIRST_LAMBDA = 0.01;
  private static final int RESTARTS = 20;
  private static final int BLOCK = 1024;
  private static final double SPECTRUM_TOLERANCE = 1e-5;

  /**
   * How the run ended. A run that did not converge is a result, not an exception: its clusters then
   * come from k-means on F, as in the paper.
   *
   * @param clusters the cluster of each node
   * @param converged whether S has exactly C components
   * @param components how many components the last S had
   * @param steps how many times S was learned
   */
  public record Result(IntVector clusters, boolean converged, int components, int steps) {}

  /**
   * How the run ended, and S.
   *
   * @param result how it ended
   * @param learned the last S
   */
  public record Trace(Result result, LearnedGraph learned) {}

  public Result fit(FusedGraph fused) {
    return trace(fused).result();
  }

  /** Learns S and keeps it, to be looked at. */
  public Trace trace(FusedGraph fused) {
    LearnedGraph start = LearnedGraph.of(fused, parallel);
    LearnedGraph learned = start;
    Components components = learned.components();
    if (components.count() == clusterCount) {
      return converged(components, 0, learned);
    }
    Matrix spectrum = spectrum(learned, fused, Matrix.zeros(fused.nodeCount(), 0));
    Matrix previous = spectrum;
    double lambda = FIRST_LAMBDA;
    for (int step = 1; step <= MAX_STEPS; step++) {
      learned = learn(start, spectrum, lambda);
      components = learned.components();
      if (components.count() == clusterCount) {
        return converged(components, step, learned);
      } else if (components.count() < clusterCount) {
        lambda *= 2; // too few components: weigh the rank term more
        previous = spectrum;
        spectrum = spectrum(learned, fused, spectrum);
      } else {
        lambda /= 2; // too many: weigh it less and retry from the last F
        spectrum = previous;
      }
    }
    return new Trace(
        new Result(clustersOf(spectrum, fused), false, components.count(), MAX_STEPS), learned);
  }

  private Trace converged(Components components, int steps, LearnedGraph learned) {
    IntVector clusters = IntVector.of(components.labels());
    return new Trace(new Result(clusters, true, clusterCount, steps), learned);
  }

  private IntVector clustersOf(Matrix spectrum, FusedGraph fused) {
    KMeans kMeans = new KMeans(KMeans.Options.of(clusterCount).withRestarts(RESTARTS));
    return IntVector.of(
        kMeans.fit(spectrum, fused.mass().toArray(), seed.child("clusters"), parallel).labels());
  }

  /**
   * F: the eigenvectors of the C smallest eigenvalues, F = M^-½ G with GᵀG = I. The last F is where
   * the solver starts.
   */
  private Matrix spectrum(LearnedGraph learned, FusedGraph fused, Matrix start) {
    int count = Math.min(clusterCount, fused.nodeCount());
    Matrix warm = start.map((i, c, value) -> value * Math.sqrt(fused.mass().at(i)));
    Matrix vectors =
        BlockEigenSolver.smallest(count, SPECTRUM_TOLERANCE, seed.child("spectrum"), parallel)
            .solve(learned, warm)
            .pairs()
            .vectors();
    return vectors.map((i, c, value) -> value * (1 / Math.sqrt(fused.mass().at(i))));
  }

  private LearnedGraph learn(LearnedGraph start, Matrix spectrum, double lambda) {
    FusedGraph fused = start.fused();
    int prototypes = fused.prototypeCount();
    int[] offsets = fused.local().offsets();
    int[] columns = fused.local().columns();
    double[] local = start.localWeights();
    double[] multiplicities = fused.prototypeMass();
    Matrix centers = prototypeMeans(fused, spectrum, multiplicities);
    Matrix cross = Matrix.zeros(fused.nodeCount(), prototypes);
    parallel.forBlocks(
        fused.nodeCount(),
        BLOCK,
        (block, from, to) -> {
          for (int i = from; i < to; i++) {
            Row row = new Row(offsets[i + 1] - offsets[i] + prototypes);
            for (int e = offsets[i]; e < offsets[i + 1]; e++) {
              double distance = spectrum.squaredDistance(i, spectrum, columns[e]);
              row.add(local[e] - lambda / 2 * distance, fused.localCopies());
            }
            for (int q = 0; q < prototypes; q++) {
              double affinity = start.cross().at(i, q);
              if (affinity > 0) {
                double distance = spectrum.squaredDistance(i, centers, q);
                row.add(affinity - lambda / 2 * distance, multiplicities[q]);
              }
            }
            double[] projected = row.project();
            int at = 0;
            for (int e = offsets[i]; e < offsets[i + 1]; e++) {
              local[e] = projected[at++];
            }
            for (int q = 0; q < prototypes; q++) {
              if (start.cross().at(i, q) > 0) {
                cross.set(i, q, projected[at++]);
              }
            }
          }
        });
    return new LearnedGraph(fused, local, cross, parallel);
  }

  private static Matrix prototypeMeans(FusedGraph fused, Matrix spectrum, double[] mass) {
    Matrix means = Matrix.zeros(fused.prototypeCount(), spectrum.columns());
    for (int i = 0; i < spectrum.rows(); i++) {
      int q = fused.memberships().at(i);
      for (int c = 0; c < spectrum.columns(); c++) {
        means.set(q, c, means.at(q, c) + fused.mass().at(i) * spectrum.at(i, c) / mass[q]);
      }
    }
    return means;
  }

  /** One row of E* − (λ/2) d over its support, with the number of equal entries of each value. */
  private static final class Row {
    private final double[] values;
    private final double[] multiplicities;
    private int size;

    Row(int capacity) {
      values = new double[capacity];
      multiplicities = new double[capacity];
    }

    void add(double value, double multiplicity) {
      values[size] = value;
      multiplicities[size++] = multiplicity;
    }

    double[] project() {
      double[] result = java.util.Arrays.copyOf(values, size);
      if (size > 0) {
        Simplex.projectWeighted(result, java.util.Arrays.copyOf(multiplicities, size));
      }
      return result;
    }
  }
}
