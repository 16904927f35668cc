package io.coterie.fusion.internal;

import static io.coterie.fusion.internal.PlantedGraphs.partition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.SiteStructure;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoarseFusionTest {
  private static final Seed SEED = new Seed(11);

  /**
   * With 2 C + 1 nodes or fewer all eigenvalues of the fused graph are given out, and C of the
   * vectors: W u = w D u ties every one of its entries.
   */
  @Test
  void theFusedGraphIsTheOneTheFormulaSays() {
    List<SiteStructure> sites = randomSites(4, 4, 3);
    int n = 11;
    double[][] dense = denseGraph(sites);

    CoarseFusion.Result result = fit(5, sites);

    double[] degrees = new double[n];
    for (int p = 0; p < n; p++) {
      for (int q = 0; q < n; q++) {
        degrees[p] += dense[p][q];
      }
    }
    Matrix normalized = Matrix.zeros(n, n);
    for (int p = 0; p < n; p++) {
      for (int q = 0; q < n; q++) {
        normalized.set(p, q, dense[p][q] / Math.sqrt(degrees[p] * degrees[q]));
      }
    }
    double[] ascending = Blas.symmetricEigen(normalized).values();
    Vector found = result.partition().eigenvalues();
    assertThat(found.size()).isEqualTo(n);
    for (int j = 0; j < n; j++) {
      assertThat(found.at(j)).isCloseTo(ascending[n - 1 - j], within(1e-6));
    }
    Matrix vectors = result.partition().embedding().orElseThrow().coordinates();
    assertThat(vectors.columns()).isEqualTo(5);
    for (int c = 0; c < 5; c++) {
      for (int p = 0; p < n; p++) {
        double product = 0;
        for (int q = 0; q < n; q++) {
          product += dense[p][q] * vectors.at(q, c);
        }
        assertThat(product / degrees[p]).isCloseTo(found.at(c) * vectors.at(p, c), within(1e-6));
      }
    }
  }

  /** W = blockdiag(G) + (diag(n) K + (diag(n) K)ᵀ) / 2, written out. */
  private static double[][] denseGraph(List<SiteStructure> sites) {
    List<Node> nodes = new ArrayList<>();
    for (int s = 0; s < sites.size(); s++) {
      for (int p = 0; p < sites.get(s).counts().size(); p++) {
        SiteStructure site = sites.get(s);
        nodes.add(new Node(s, site.counts().at(p), site.means().row(p), site.spreads().row(p)));
      }
    }
    // Pooled variance, drawn half to its mean over the features; microclusters drawn towards it as
    // if it were ten records, and never below a twentieth of it.
    int d = nodes.get(0).mean().length;
    double records = nodes.stream().mapToDouble(Node::count).sum();
    double[] pooled = new double[d];
    for (int j = 0; j < d; j++) {
      int feature = j;
      pooled[j] =
          nodes.stream().mapToDouble(node -> node.count() * node.variances()[feature]).sum()
              / records;
    }
    double average = java.util.Arrays.stream(pooled).average().orElseThrow();
    for (Node node : nodes) {
      for (int j = 0; j < d; j++) {
        double target = (pooled[j] + average) / 2;
        node.variances()[j] =
            Math.max(
                (node.count() * node.variances()[j] + 10 * target) / (node.count() + 10),
                target / 20);
      }
    }
    int n = nodes.size();
    double[][] graph = new double[n][n];
    for (int p = 0; p < n; p++) {
      Node from = nodes.get(p);
      int[] others =
          IntStream.range(0, n)
              .filter(q -> nodes.get(q).site() != from.site())
              .boxed()
              .sorted(java.util.Comparator.comparingDouble(q -> divergence(from, nodes.get(q))))
              .mapToInt(q -> q)
              .toArray();
      int k = Math.min(5, others.length - 1);
      double beyond = divergence(from, nodes.get(others[k]));
      double total = 0;
      for (int h = 0; h < k; h++) {
        total += beyond - divergence(from, nodes.get(others[h]));
      }
      for (int h = 0; h < k; h++) {
        double weight = (beyond - divergence(from, nodes.get(others[h]))) / total;
        graph[p][others[h]] += from.count() * weight / 2;
        graph[others[h]][p] += from.count() * weight / 2;
      }
    }
    int first = 0;
    for (SiteStructure site : sites) {
      int own = site.counts().size();
      for (int p = 0; p < own; p++) {
        for (int q = 0; q < own; q++) {
          graph[first + p][first + q] += site.graph().edges().weight(p, q);
        }
      }
      first += own;
    }
    return graph;
  }

  /** The mean of KL in both directions, with the logarithms that cancel. */
  private static double divergence(Node a, Node b) {
    double sum = 0;
    for (int j = 0; j < a.mean().length; j++) {
      double va = a.variances()[j];
      double vb = b.variances()[j];
      double square = Math.pow(a.mean()[j] - b.mean()[j], 2);
      double there = (va / vb + square / vb - 1 + Math.log(vb / va)) / 2;
      double back = (vb / va + square / va - 1 + Math.log(va / vb)) / 2;
      sum += (there + back) / 2;
    }
    return sum;
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Node(int site, double count, double[] mean, double[] variances) {}

  /** Sites of so many microclusters each; one is large and tight, so that its floor is met. */
  private static List<SiteStructure> randomSites(int... sizes) {
    SplittableRandom random = SEED.child("sites").random();
    List<SiteStructure> sites = new ArrayList<>();
    for (int size : sizes) {
      double[] counts = new double[size];
      Matrix means = Matrix.zeros(size, 3);
      Matrix variances = Matrix.zeros(size, 3);
      SparseGraphBuilder edges = SparseGraph.builder(size);
      for (int p = 0; p < size; p++) {
        boolean tight = sites.isEmpty() && p == 0;
        counts[p] = tight ? 1000 : 1 + random.nextInt(20);
        for (int j = 0; j < 3; j++) {
          means.set(p, j, 2 * random.nextDouble());
          variances.set(p, j, tight && j == 0 ? 1e-6 : (1 + j) * random.nextDouble());
        }
        edges.add(p, p, counts[p] * random.nextDouble());
        if (p > 0) {
          edges.add(p - 1, p, 5 * random.nextDouble());
        }
      }
      sites.add(structure(Vector.of(counts), means, variances, edges.build()));
    }
    return sites;
  }

  @Test
  void plantedClustersAreFoundAcrossSites() {
    // Microclusters of cluster c near 20 c; the third site has none of cluster 0.
    SplittableRandom random = SEED.child("planted").random();
    int[][] clusters = {{0, 0, 1, 2, 2}, {2, 1, 1, 0, 0, 0}, {1, 2, 2, 1}};
    List<SiteStructure> sites = new ArrayList<>();
    for (int[] own : clusters) {
      Matrix means = Matrix.zeros(own.length, 2);
      Matrix variances = Matrix.zeros(own.length, 2);
      double[] counts = new double[own.length];
      SparseGraphBuilder edges = SparseGraph.builder(own.length);
      for (int p = 0; p < own.length; p++) {
        counts[p] = 5 + random.nextInt(10);
        means.set(p, 0, 20 * own[p] + random.nextDouble());
        means.set(p, 1, random.nextDouble());
        variances.set(p, 0, 1);
        variances.set(p, 1, 1);
        edges.add(p, p, counts[p]);
        for (int q = 0; q < p; q++) {
          edges.add(q, p, own[q] == own[p] ? 2 : 0.01);
        }
      }
      sites.add(structure(Vector.of(counts), means, variances, edges.build()));
    }

    CoarseFusion.Result result = fit(3, sites);

    int[] truth =
        java.util.Arrays.stream(clusters).flatMapToInt(java.util.Arrays::stream).toArray();
    assertThat(partition(result.partition().clusters())).isEqualTo(partition(truth));
    assertThat(result.nodes().points().row(5)).isEqualTo(sites.get(1).means().row(0));
    assertThat(result.nodes().mass().at(11)).isEqualTo(sites.get(2).counts().at(0));
    CoarseFusion same = new CoarseFusion(3, SEED, Parallel.sequential());
    assertThat(same.stability(result)).isCloseTo(1, within(1e-12));
  }

  @Test
  void oneSiteAloneIsDividedByItsOwnGraph() {
    SparseGraphBuilder edges = SparseGraph.builder(4);
    edges.add(0, 2, 3).add(1, 3, 3).add(2, 3, 0.1);
    for (int p = 0; p < 4; p++) {
      edges.add(p, p, 5);
    }
    // The means say nothing: only the graph can.
    SiteStructure alone =
        structure(Vector.of(9, 8, 7, 9), Matrix.zeros(4, 2), Matrix.zeros(4, 2), edges.build());

    CoarseFusion.Result result = fit(2, List.of(alone));

    assertThat(partition(result.partition().clusters())).containsExactly(0, 1, 0, 1);
    assertThat(result.partition().components()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void twoSitesOfOneMicroclusterEachAreLinked(int clusters) {
    SiteStructure one = single(0, 4);
    SiteStructure other = single(7, 6);

    CoarseFusion.Result result = fit(clusters, List.of(one, other));

    assertThat(partition(result.partition().clusters())).containsExactly(0, clusters - 1);
    assertThat(result.partition().components()).isEqualTo(1);
    if (clusters == 2) {
      // W = [4 5; 5 6]: the link is (4 + 6) / 2. One eigenvalue is 1, the trace 4/9 + 6/11.
      Vector eigenvalues = result.partition().eigenvalues();
      assertThat(eigenvalues.at(0)).isCloseTo(1, within(1e-9));
      assertThat(eigenvalues.at(1)).isCloseTo(4.0 / 9 + 6.0 / 11 - 1, within(1e-9));
    }
  }

  @Test
  void threeSitesOfOneMicroclusterEachFollowTheNearest() {
    // Each links to its nearest alone, as there is nothing beyond the second: 0 and 1 choose each
    // other, 2 chooses 1. Then W has no edge from 0 to 2.
    List<SiteStructure> sites = List.of(single(0, 10), single(1, 10), single(30, 10));

    CoarseFusion.Result result = fit(2, sites);

    assertThat(partition(result.partition().clusters())).containsExactly(0, 0, 1);
  }

  private static SiteStructure single(double place, double count) {
    return structure(
        Vector.of(count),
        Matrix.ofRows(new double[] {place}),
        Matrix.ofRows(new double[] {1}),
        SparseGraph.builder(1).add(0, 0, count).build());
  }

  @Test
  void recordsWithoutAnySpreadAreNoTrouble() {
    List<SiteStructure> sites = new ArrayList<>();
    for (int s = 0; s < 2; s++) {
      sites.add(
          structure(
              Vector.of(3, 3),
              Matrix.ofRows(new double[] {0}, new double[] {1}),
              Matrix.zeros(2, 1),
              SparseGraph.builder(2).add(0, 0, 3).add(1, 1, 3).build()));
    }

    assertThat(partition(fit(2, sites).partition().clusters())).containsExactly(0, 1, 0, 1);
  }

  @Test
  void threadsDoNotChangeABit() {
    // More nodes than one block of rows.
    List<SiteStructure> sites = randomSites(50, 40, 60);
    CoarseFusion.Result expected = fit(4, sites);
    try (Parallel parallel = Parallel.of(4)) {
      CoarseFusion.Result result = new CoarseFusion(4, SEED, parallel).fit(sites);

      assertThat(result.partition().clusters()).isEqualTo(expected.partition().clusters());
      assertThat(result.partition().eigenvalues()).isEqualTo(expected.partition().eigenvalues());
    }
  }

  private static SiteStructure structure(
      Vector counts, Matrix means, Matrix variances, SparseGraph graph) {
    return new SiteStructure(counts, means, variances, SiteGraph.ofPrototypes(graph));
  }

  private static CoarseFusion.Result fit(int clusters, List<SiteStructure> sites) {
    return new CoarseFusion(clusters, SEED, Parallel.sequential()).fit(sites);
  }
}
