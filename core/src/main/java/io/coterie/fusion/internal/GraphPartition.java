package io.coterie.fusion.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.Components;
import io.coterie.graph.internal.NormalizedAdjacency;
import io.coterie.math.Blas;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.math.internal.eigen.BlockEigenSolver;
import io.coterie.math.internal.eigen.EigenPairs;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.AnchorEmbedding;
import io.coterie.model.internal.AnchorVotes;
import java.util.Arrays;
import java.util.Optional;

/**
 * Divides the nodes of a fused graph into clusters. Components too small to be clusters are linked
 * to their neighbors first; if as many components as clusters (or more) are left, they are the
 * answer; otherwise the largest eigenvectors of D^-½ B D^-½ are.
 *
 * <p>Stateless and thread-safe.
 */
public record GraphPartition(Spectrum spectrum, int clusterCount, Seed seed, Parallel parallel) {
  /** Below this share of an average cluster, a component is no cluster. */
  private static final double SMALL_SHARE = 0.1;

  private static final double TOLERANCE = 1e-5;

  /** Enough where only the clusters are wanted, and those of most nodes. */
  private static final double ROUGH_TOLERANCE = 1e-3;

  private static final int RESTARTS = 20;
  private static final int CONSENSUS_RESTARTS = 4;
  private static final int JOINT_RESTARTS = 10;

  /** How many eigenvectors are used, and how. */
  public enum Spectrum {
    /** As many as clusters. */
    PLAIN,
    /** Twice as many, scaled by (1 − w)^-½: distances are commute times. */
    COMMUTE,
    /** Votes over the clusterings by C to 1.5 C eigenvectors. */
    CONSENSUS
  }

  /**
   * The clusters, and how they were found.
   *
   * @param clusters the cluster of each node
   * @param components the connected components that were left
   * @param eigenvalues of D^-½ B D^-½, largest first; empty if the components were the answer
   * @param embedding where new nodes can be placed; empty if the nodes' labels are the answer
   */
  public record Result(
      IntVector clusters, int components, Vector eigenvalues, Optional<Embedding> embedding) {
    /**
     * Returns w_C − w_{C+1} for so many clusters: how clearly the graph has C parts; 1, the most,
     * where it fell into them.
     */
    public double eigengap(int clusterCount) {
      return eigenvalues.size() <= clusterCount
          ? 1
          : eigenvalues.at(clusterCount - 1) - eigenvalues.at(clusterCount);
    }

    private Result largestFirst(WeightedPoints nodes, int clusterCount) {
      int[] ranks =
          LargestFirst.ranks(
              nodes.points(), nodes.mass().toArray(), clusters.toArray(), clusterCount);
      return new Result(
          LargestFirst.renumbered(clusters, ranks),
          components,
          eigenvalues,
          embedding.map(
              found ->
                  new Embedding(
                      found.coordinates(), LargestFirst.ordered(found.centers(), ranks))));
    }

    /** Labels records by so many of the nearest nodes, which are at these places. */
    public ClusterModel model(Matrix nodes, int neighbors, int clusterCount) {
      return embedding
          .<ClusterModel>map(
              found -> new AnchorEmbedding(nodes, neighbors, found.coordinates(), found.centers()))
          .orElseGet(() -> new AnchorVotes(nodes, neighbors, clusters, clusterCount));
    }
  }

  /**
   * Coordinates D^-½ V of the nodes and the clusters' centers among their unit rows.
   *
   * @param coordinates one row per node
   * @param centers one row per cluster
   */
  public record Embedding(Matrix coordinates, Matrix centers) {}

  public Result fit(SparseGraph graph, WeightedPoints nodes) {
    return fit(graph, nodes, 2 * clusterCount + 1, TOLERANCE).largestFirst(nodes, clusterCount);
  }

  /** For a graph much like another, which has been divided with care. */
  IntVector fitRoughly(SparseGraph graph, WeightedPoints nodes) {
    return fit(graph, nodes, vectorCount(), ROUGH_TOLERANCE).clusters();
  }

  private int vectorCount() {
    return switch (spectrum) {
      case PLAIN -> clusterCount;
      case COMMUTE -> 2 * clusterCount;
      case CONSENSUS -> (int) Math.ceil(1.5 * clusterCount);
    };
  }

  private Result fit(SparseGraph graph, WeightedPoints nodes, int vectors, double tolerance) {
    SparseGraph linked = SmallComponents.absorb(graph, nodes, threshold(nodes, clusterCount));
    Components components = Components.in(linked);
    if (components.count() >= clusterCount) {
      int[] clusters =
          components.count() == clusterCount
              ? components.labels()
              : ComponentMerge.merge(components, nodes, clusterCount);
      return new Result(IntVector.of(clusters), components.count(), Vector.of(), Optional.empty());
    }
    NormalizedAdjacency normalized = new NormalizedAdjacency(linked, parallel);
    int count = Math.min(vectors, linked.nodeCount());
    EigenPairs pairs = largest(normalized, count, tolerance);
    double[] mass = nodes.mass().toArray();
    Vector eigenvalues = Vector.of(pairs.values());
    if (spectrum == Spectrum.CONSENSUS) {
      IntVector clusters = consensus(pairs.vectors(), mass);
      return new Result(clusters, components.count(), eigenvalues, Optional.empty());
    }
    Matrix coordinates = spectrum == Spectrum.COMMUTE ? commute(pairs) : plain(pairs);
    KMeans.Result found = cluster(coordinates.unitRows(), mass, RESTARTS, seed.child("clusters"));
    double[] roots = normalized.inverseRoots();
    Matrix scaled = coordinates.map((i, j, value) -> value * roots[i]);
    return new Result(
        IntVector.of(found.labels()),
        components.count(),
        eigenvalues,
        Optional.of(new Embedding(scaled, found.centers())));
  }

  /** Returns below which mass a component is no cluster. */
  static double threshold(WeightedPoints nodes, int clusterCount) {
    return SMALL_SHARE * nodes.mass().sum() / clusterCount;
  }

  private EigenPairs largest(NormalizedAdjacency normalized, int count, double tolerance) {
    Seed own = seed.child("spectrum");
    return BlockEigenSolver.largest(count, tolerance, own, parallel).solve(normalized).pairs();
  }

  private Matrix plain(EigenPairs pairs) {
    return pairs.vectors().firstColumns(Math.min(vectorCount(), pairs.values().length));
  }

  /** Scales eigenvector j by (1 − w_j)^-½ in units of the first that is not constant. */
  private Matrix commute(EigenPairs pairs) {
    int count = Math.min(vectorCount(), pairs.values().length);
    double unit = count > 1 ? commuteScale(pairs.values()[1]) : 1;
    double[] scales = new double[count];
    Arrays.setAll(scales, j -> j == 0 ? 1 : commuteScale(pairs.values()[j]) / unit);
    return pairs.vectors().firstColumns(count).map((i, j, value) -> value * scales[j]);
  }

  static double commuteScale(double eigenvalue) {
    return 1 / Math.sqrt(Math.max(1 - eigenvalue, 0) + 1e-6);
  }

  /**
   * Clusters the nodes by each number q of eigenvectors, then by how often two nodes fell together,
   * weighted by their masses. That co-association is X Xᵀ with a thin X (one column per cluster of
   * each clustering), so its eigenvectors come from the small XᵀX.
   */
  private IntVector consensus(Matrix vectors, double[] mass) {
    int last = Math.min(vectorCount(), vectors.columns());
    int first = Math.min(clusterCount, last);
    int votes = last - first + 1;
    int n = mass.length;
    int[][] labels = new int[votes][];
    parallel.forEach(
        votes,
        v -> {
          Matrix rows = vectors.firstColumns(first + v).unitRows();
          labels[v] = cluster(rows, mass, CONSENSUS_RESTARTS, seed.child("vote").child(v)).labels();
        });
    double[][] clusterRoots = new double[votes][clusterCount]; // Σ √m over a clustering's cluster
    for (int v = 0; v < votes; v++) {
      for (int i = 0; i < n; i++) {
        clusterRoots[v][labels[v][i]] += Math.sqrt(mass[i]);
      }
    }
    Matrix thin = Matrix.zeros(n, votes * clusterCount);
    for (int i = 0; i < n; i++) {
      double degree = 0; // of node i in √m Σ_v E_v E_vᵀ √m, less its own factor √m_i
      for (int v = 0; v < votes; v++) {
        degree += clusterRoots[v][labels[v][i]];
      }
      double entry = Math.sqrt(Math.sqrt(mass[i]) / degree); // D^-½ √m
      for (int v = 0; v < votes; v++) {
        thin.set(i, v * clusterCount + labels[v][i], entry);
      }
    }
    EigenPairs small =
        Blas.symmetricEigen(Blas.multiplyTransposed(thin, thin))
            .lastFirst(Math.min(clusterCount, thin.columns()));
    double[] scales =
        Arrays.stream(small.values())
            .map(value -> 1 / Math.sqrt(Math.max(value, 1e-300)))
            .toArray();
    Matrix directions = small.vectors().map((r, j, value) -> value * scales[j]);
    Matrix joint = Blas.multiply(thin, directions).unitRows();
    return IntVector.of(cluster(joint, mass, JOINT_RESTARTS, seed.child("joint")).labels());
  }

  private KMeans.Result cluster(Matrix rows, double[] mass, int restarts, Seed own) {
    return new KMeans(KMeans.Options.of(clusterCount).withRestarts(restarts))
        .fit(rows, mass, own, parallel);
  }
}
