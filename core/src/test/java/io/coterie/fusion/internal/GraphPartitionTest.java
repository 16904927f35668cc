package io.coterie.fusion.internal;

import static io.coterie.fusion.internal.PlantedGraphs.partition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.fusion.internal.GraphPartition.Spectrum;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.eigen.EigenPairs;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphPartitionTest {
  private static final Seed SEED = new Seed(21);

  @Test
  void asManyComponentsAsClustersAreTheAnswer() {
    // Chains 0-1-2, 3-4, 5-6-7: no eigenvector is asked.
    SparseGraph graph = chains(8, new int[] {0, 1, 2}, new int[] {3, 4}, new int[] {5, 6, 7});
    GraphPartition.Result result =
        fit(Spectrum.COMMUTE, 3, graph, line(0, 1, 2, 9, 10, 20, 21, 22));

    assertThat(result.clusters().toArray()).containsExactly(0, 0, 0, 2, 2, 1, 1, 1);
    assertThat(result.components()).isEqualTo(3);
    assertThat(result.embedding()).isEmpty();
    assertThat(result.eigenvalues().size()).isZero();
    assertThat(result.eigengap(3)).isEqualTo(1);
  }

  @Test
  void moreComponentsThanClustersJoinTheirNearest() {
    // Four components at 0, 100, 130 and 300: two clusters cut the widest gap.
    SparseGraph graph =
        chains(8, new int[] {0, 1}, new int[] {2, 3}, new int[] {4, 5}, new int[] {6, 7});
    WeightedPoints points = line(0, 1, 100, 101, 130, 131, 300, 301);

    GraphPartition.Result two = fit(Spectrum.COMMUTE, 2, graph, points);
    assertThat(two.clusters().toArray()).containsExactly(0, 0, 0, 0, 0, 0, 1, 1);
    assertThat(two.components()).isEqualTo(4);
    assertThat(fit(Spectrum.COMMUTE, 3, graph, points).clusters().toArray())
        .containsExactly(1, 1, 0, 0, 0, 0, 2, 2);
    assertThat(fit(Spectrum.COMMUTE, 1, graph, points).clusters().toArray()).containsOnly(0);
  }

  @Test
  void componentsAreAsFarApartAsTheirFiveClosestPairs() {
    // Between A (0 .. 4) and B a single pair is close (4 and 5.5) but the rest of B is far away;
    // C lies at −3 .. −7, where the mean of the five closest pairs is smaller.
    WeightedPoints points = line(0, 1, 2, 3, 4, 5.5, 40, 41, 42, 43, -3, -4, -5, -6, -7);
    SparseGraph graph =
        chains(
            15,
            new int[] {0, 1, 2, 3, 4},
            new int[] {5, 6, 7, 8, 9},
            new int[] {10, 11, 12, 13, 14});

    // A–B: 1.5², 2.5², 3.5², 4.5², 5.5² → 14.25; A–C: 3², 4², 4², 5², 5² → 18.2.
    assertThat(fit(Spectrum.COMMUTE, 2, graph, points).clusters().toArray())
        .containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1);
    // One unit nearer, A–C: 2², 3², 3², 4², 4² → 11.6, although its closest pair is the farther
    // one.
    WeightedPoints nearer = line(0, 1, 2, 3, 4, 5.5, 40, 41, 42, 43, -2, -3, -4, -5, -6);
    assertThat(fit(Spectrum.COMMUTE, 2, graph, nearer).clusters().toArray())
        .containsExactly(0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0);
  }

  @Test
  void outliersAreNoClusters() {
    // 40 nodes in two chains and one far node alone: its mass of 1 is under 0.1 · 41 / 2.
    SparseGraphBuilder builder = SparseGraph.builder(41);
    double[] places = new double[41];
    for (int i = 0; i < 40; i++) {
      places[i] = i < 20 ? i : 100 + i;
      if (i != 19 && i != 39) {
        builder.add(i, i + 1, 1);
      }
    }
    places[40] = 1000;

    GraphPartition.Result result = fit(Spectrum.COMMUTE, 2, builder.build(), line(places));

    assertThat(result.components()).isEqualTo(2);
    int[] expected = new int[41];
    Arrays.fill(expected, 20, 41, 1);
    assertThat(result.clusters().toArray()).isEqualTo(expected);
  }

  @Test
  void smallComponentsChainTowardsTheNearestLargeOne() {
    // Three lone nodes in a row: each links to its nearest, and all end with the body at 0.
    SparseGraphBuilder builder = SparseGraph.builder(43);
    double[] places = new double[43];
    for (int i = 0; i < 40; i++) {
      places[i] = 0.01 * i;
      if (i < 39) {
        builder.add(i, i + 1, 1);
      }
    }
    places[40] = 5;
    places[41] = 9;
    places[42] = 12;
    WeightedPoints points = line(places);

    SparseGraph linked = SmallComponents.absorb(builder.build(), points, 4);

    assertThat(io.coterie.graph.internal.Components.in(linked).count()).isEqualTo(1);
    assertThat(linked.weight(40, 41)).isPositive();
    assertThat(linked.weight(41, 42)).isPositive();
    assertThat(linked.weight(39, 40)).isPositive();
    assertThat(linked.weight(39, 41)).isZero();
  }

  @Test
  void aGraphOfSmallComponentsAloneBecomesOne() {
    WeightedPoints points = line(0, 1, 2, 3);
    SparseGraph linked = SmallComponents.absorb(SparseGraph.builder(4).build(), points, 10);
    assertThat(io.coterie.graph.internal.Components.in(linked).count()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Spectrum.class)
  void findsPlantedBlocks(Spectrum spectrum) {
    int[] blocks = PlantedGraphs.blocks(6, 12, SEED);
    SparseGraph graph = PlantedGraphs.linked(blocks, 0.2, 0.4, SEED);

    GraphPartition.Result result =
        fit(spectrum, 6, graph, PlantedGraphs.points(blocks, SEED.child("points")));

    assertThat(result.components()).isEqualTo(1);
    assertThat(partition(result.clusters())).isEqualTo(partition(blocks));
    assertThat(result.eigenvalues().at(0)).isCloseTo(1, within(1e-6));
    assertThat(result.eigengap(6)).isGreaterThan(2 * result.eigengap(5));
  }

  @Test
  void theEmbeddingPlacesItsOwnNodesInTheirClusters() {
    int[] blocks = PlantedGraphs.blocks(4, 15, SEED);
    SparseGraph graph = PlantedGraphs.linked(blocks, 0.1, 0.3, SEED);
    GraphPartition.Result result =
        fit(Spectrum.COMMUTE, 4, graph, PlantedGraphs.points(blocks, SEED));

    GraphPartition.Embedding embedding = result.embedding().orElseThrow();
    assertThat(
            KMeans.nearest(
                embedding.coordinates().unitRows(), embedding.centers(), Parallel.sequential()))
        .isEqualTo(result.clusters().toArray());
    // D^-½ B D^-½ has the eigenvector √D first, and D^-½ makes it constant.
    double first = embedding.coordinates().at(0, 0);
    for (int i = 0; i < blocks.length; i++) {
      assertThat(embedding.coordinates().at(i, 0)).isCloseTo(first, within(1e-9));
    }
  }

  @ParameterizedTest
  @EnumSource(Spectrum.class)
  void threadsDoNotChangeTheClusters(Spectrum spectrum) {
    int[] blocks = PlantedGraphs.blocks(5, 10, SEED);
    SparseGraph graph = PlantedGraphs.linked(blocks, 0.5, 0.9, SEED);
    WeightedPoints points = PlantedGraphs.points(blocks, SEED);
    GraphPartition.Result one = fit(spectrum, 5, graph, points);
    try (Parallel eight = Parallel.of(8)) {
      GraphPartition.Result many = new GraphPartition(spectrum, 5, SEED, eight).fit(graph, points);
      assertThat(many.clusters()).isEqualTo(one.clusters());
      assertThat(many.eigenvalues()).isEqualTo(one.eigenvalues());
    }
  }

  /**
   * The consensus as it is defined, with everything dense: the clusterings by q = C .. 1.5 C
   * eigenvectors, their co-association times √(m_i m_j), and its C largest normalized eigenvectors.
   * The last k-means sees the same rows up to a rotation, which does not change distances.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void consensusIsTheDenseComputation(long number) {
    int clusterCount = 4;
    Seed own = new Seed(number);
    int[] blocks = PlantedGraphs.blocks(7, 8, own); // seven blurred blocks for four: votes differ
    SparseGraph graph = PlantedGraphs.linked(blocks, 0.8, 1.2, own);
    WeightedPoints points = PlantedGraphs.points(blocks, own);
    int n = blocks.length;

    Matrix normalized = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        normalized.set(i, j, graph.weight(i, j) / Math.sqrt(graph.degree(i) * graph.degree(j)));
      }
    }
    EigenPairs pairs = Blas.symmetricEigen(normalized);
    double[] mass = points.mass().toArray();
    Matrix together = Matrix.zeros(n, n);
    for (int q = 4; q <= 6; q++) {
      Matrix rows = largest(pairs, q).unitRows();
      int[] labels =
          kMeans(rows, mass, clusterCount, 4, SEED.child("vote").child(q - clusterCount));
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          if (labels[i] == labels[j]) {
            together.set(i, j, together.at(i, j) + Math.sqrt(mass[i] * mass[j]));
          }
        }
      }
    }
    double[] degrees = new double[n];
    for (int i = 0; i < n; i++) {
      degrees[i] = Arrays.stream(together.row(i)).sum();
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        together.set(i, j, together.at(i, j) / Math.sqrt(degrees[i] * degrees[j]));
      }
    }
    Matrix joint = largest(Blas.symmetricEigen(together), clusterCount).unitRows();
    int[] expected = kMeans(joint, mass, clusterCount, 10, SEED.child("joint"));

    GraphPartition.Result result = fit(Spectrum.CONSENSUS, clusterCount, graph, points);

    assertThat(partition(result.clusters())).isEqualTo(partition(expected));
    for (int j = 0; j < result.eigenvalues().size(); j++) {
      assertThat(result.eigenvalues().at(j)).isCloseTo(pairs.values()[n - 1 - j], within(1e-6));
    }
  }

  private static int[] kMeans(Matrix rows, double[] mass, int count, int restarts, Seed seed) {
    return new KMeans(KMeans.Options.of(count).withRestarts(restarts))
        .fit(rows, mass, seed, Parallel.sequential())
        .labels();
  }

  private static Matrix largest(EigenPairs ascending, int count) {
    int n = ascending.vectors().rows();
    Matrix vectors = Matrix.zeros(n, count);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < count; j++) {
        vectors.set(i, j, ascending.vectors().at(i, n - 1 - j));
      }
    }
    return vectors;
  }

  private static GraphPartition.Result fit(
      Spectrum spectrum, int clusterCount, SparseGraph graph, WeightedPoints points) {
    return new GraphPartition(spectrum, clusterCount, SEED, Parallel.sequential())
        .fit(graph, points);
  }

  private static SparseGraph chains(int nodes, int[]... chains) {
    SparseGraphBuilder builder = SparseGraph.builder(nodes);
    for (int[] chain : chains) {
      for (int i = 1; i < chain.length; i++) {
        builder.add(chain[i - 1], chain[i], 1);
      }
    }
    return builder.build();
  }

  private static WeightedPoints line(double... places) {
    Matrix points = Matrix.over(places.length, 1, places.clone());
    double[] ones = new double[places.length];
    Arrays.fill(ones, 1);
    return new WeightedPoints(points, Vector.of(ones));
  }
}
