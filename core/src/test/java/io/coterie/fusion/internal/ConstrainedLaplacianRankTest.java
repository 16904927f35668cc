package io.coterie.fusion.internal;

import static io.coterie.fusion.internal.PlantedGraphs.partition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.graph.internal.Components;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConstrainedLaplacianRankTest {
  private static final Seed SEED = new Seed(31);
  private static final int SITES = 3;
  private static final int CLUSTERS = 4;
  private static final int RECORDS = 9; // of each cluster at each site

  /** Every site has one prototype per cluster; prototypes of one cluster are alike across sites. */
  private static Matrix affinity(double alike, double unlike) {
    int prototypes = SITES * CLUSTERS;
    Matrix affinity = Matrix.zeros(prototypes, prototypes);
    for (int p = 0; p < prototypes; p++) {
      for (int q = 0; q < prototypes; q++) {
        if (p / CLUSTERS != q / CLUSTERS) {
          affinity.set(p, q, p % CLUSTERS == q % CLUSTERS ? alike : unlike);
        }
      }
    }
    return affinity;
  }

  private static FusedGraph records(Matrix affinity) {
    int n = SITES * CLUSTERS * RECORDS;
    int[] memberships = new int[n];
    double[] mass = new double[n];
    Arrays.fill(mass, 1);
    SparseGraphBuilder local = SparseGraph.builder(n);
    for (int i = 0; i < n; i++) {
      memberships[i] = i / RECORDS;
      for (int j = i + 1; j < n; j++) {
        if (j / RECORDS == i / RECORDS) {
          local.add(i, j, 1.0 / (RECORDS - 1));
        }
      }
    }
    return new FusedGraph(local.build(), IntVector.of(memberships), Vector.of(mass), affinity, 1);
  }

  private static FusedGraph prototypes(Matrix affinity) {
    int n = SITES * CLUSTERS;
    int[] memberships = new int[n];
    double[] mass = new double[n];
    SparseGraphBuilder local = SparseGraph.builder(n);
    for (int i = 0; i < n; i++) {
      memberships[i] = i;
      mass[i] = RECORDS;
      local.add(i, i, 1.0 / (RECORDS - 1));
    }
    return new FusedGraph(
        local.build(), IntVector.of(memberships), Vector.of(mass), affinity, RECORDS - 1);
  }

  @Test
  void separateBlocksAreFoundAtOnce() {
    ConstrainedLaplacianRank.Result result = fit(records(affinity(0.5, 0)), CLUSTERS);

    assertThat(result.converged()).isTrue();
    assertThat(result.components()).isEqualTo(CLUSTERS);
    assertThat(result.steps()).isZero();
    assertThat(partition(result.clusters())).isEqualTo(recordClusters());
  }

  @Test
  void linkedBlocksAreTakenApart() {
    ConstrainedLaplacianRank.Result result = fit(records(affinity(0.05, 0.005)), CLUSTERS);

    assertThat(result.converged()).isTrue();
    assertThat(result.components()).isEqualTo(CLUSTERS);
    assertThat(result.steps()).isBetween(1, 30);
    assertThat(partition(result.clusters())).isEqualTo(recordClusters());
  }

  @Test
  void tighterLinksTakeMoreSteps() {
    ConstrainedLaplacianRank.Result result = fit(records(affinity(0.05, 0.04)), CLUSTERS);
    assertThat(result.steps()).isGreaterThan(4);
    assertThat(result.converged()).isTrue();
    assertThat(partition(result.clusters())).isEqualTo(recordClusters());
  }

  @Test
  void recordsAndComponentsAgree() {
    for (double unlike : new double[] {0, 0.005, 0.04}) {
      Matrix affinity = affinity(0.05, unlike);
      ConstrainedLaplacianRank.Result ofRecords = fit(records(affinity), CLUSTERS);
      ConstrainedLaplacianRank.Result ofPrototypes = fit(prototypes(affinity), CLUSTERS);

      assertThat(ofPrototypes.converged()).isTrue();
      int[] spread = new int[SITES * CLUSTERS * RECORDS];
      for (int i = 0; i < spread.length; i++) {
        spread[i] = ofPrototypes.clusters().at(i / RECORDS);
      }
      assertThat(partition(spread)).isEqualTo(partition(ofRecords.clusters()));
    }
  }

  @Test
  void aGraphThatStaysInTooManyPiecesIsAResult() {
    // Lambda can only cut: twelve components never become four.
    ConstrainedLaplacianRank.Result result = fit(records(affinity(0, 0)), CLUSTERS);

    assertThat(result.converged()).isFalse();
    assertThat(result.components()).isEqualTo(SITES * CLUSTERS);
    assertThat(result.steps()).isEqualTo(30);
    assertThat(result.clusters().size()).isEqualTo(SITES * CLUSTERS * RECORDS);
    assertThat(Arrays.stream(result.clusters().toArray()).distinct().count()).isEqualTo(CLUSTERS);
  }

  @Test
  void threadsDoNotChangeABit() {
    FusedGraph fused = records(affinity(0.05, 0.005));
    try (Parallel eight = Parallel.of(8)) {
      assertThat(new ConstrainedLaplacianRank(CLUSTERS, SEED, eight).fit(fused))
          .isEqualTo(fit(fused, CLUSTERS));
    }
  }

  @Test
  void theOperatorIsTheDenseMatrix() {
    // Random S, in no way symmetric: local weights of either direction and cross weights differ.
    int n = 23;
    int prototypes = 5;
    SplittableRandom random = SEED.random();
    SparseGraphBuilder builder = SparseGraph.builder(n);
    int[] memberships = new int[n];
    double[] mass = new double[n];
    for (int i = 0; i < n; i++) {
      memberships[i] = i % prototypes;
      mass[i] = 0.5 + random.nextInt(9);
      builder.add(i, i, 0.1 + random.nextDouble()); // a self-loop changes nothing
      for (int e = 0; e < 3; e++) {
        builder.add(i, random.nextInt(n), 0.1 + random.nextDouble());
      }
    }
    SparseGraph local = builder.build();
    FusedGraph fused =
        new FusedGraph(
            local,
            IntVector.of(memberships),
            Vector.of(mass),
            Matrix.zeros(prototypes, prototypes),
            1);
    double[] weights = local.weights();
    for (int e = 0; e < weights.length; e++) {
      weights[e] = random.nextInt(4) == 0 ? 0 : random.nextDouble();
    }
    Matrix cross = Matrix.zeros(n, prototypes);
    for (int i = 0; i < cross.array().length; i++) {
      cross.array()[i] = random.nextInt(3) == 0 ? 0 : random.nextDouble();
    }

    // S between nodes: local edges as they are; a cross weight t_iq stands for m_i m_j links.
    Matrix s = Matrix.zeros(n, n);
    int[] offsets = local.offsets();
    int[] columns = local.columns();
    for (int i = 0; i < n; i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        s.set(i, columns[e], weights[e]);
      }
      for (int j = 0; j < n; j++) {
        s.set(i, j, s.at(i, j) + mass[i] * mass[j] * cross.at(i, memberships[j]));
      }
    }
    Matrix expected = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      double degree = 0;
      for (int j = 0; j < n; j++) {
        degree += (s.at(i, j) + s.at(j, i)) / 2;
      }
      for (int j = 0; j < n; j++) {
        double laplacian = (i == j ? degree : 0) - (s.at(i, j) + s.at(j, i)) / 2;
        expected.set(i, j, laplacian / Math.sqrt(mass[i] * mass[j]));
      }
    }

    LearnedGraph learned = new LearnedGraph(fused, weights, cross, Parallel.sequential());
    Matrix identity = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      identity.set(i, i, 1);
    }
    Matrix product = Matrix.zeros(n, n);
    learned.apply(identity, product);

    assertThat(product.array()).containsExactly(expected.array(), within(1e-11));
    double largest = io.coterie.math.Blas.symmetricEigen(expected, n - 1, n - 1).values()[0];
    assertThat(learned.bounds().high()).isGreaterThanOrEqualTo(largest);
  }

  @Test
  void anEdgeToAPrototypeReachesAllItsRecords() {
    // Prototypes {0, 1} and {2, 3} without local edges: one weight from node 0 to prototype 1.
    FusedGraph fused =
        new FusedGraph(
            SparseGraph.builder(4).build(),
            IntVector.of(0, 0, 1, 1),
            Vector.of(1, 1, 1, 1),
            Matrix.zeros(2, 2),
            1);
    Matrix cross = Matrix.zeros(4, 2);
    cross.set(0, 1, 0.5);

    Components components =
        new LearnedGraph(fused, new double[0], cross, Parallel.sequential()).components();

    assertThat(components.labels()).containsExactly(0, 1, 0, 0);
    assertThat(components.count()).isEqualTo(2);
  }

  @Test
  void partsThatDoNotFitTogetherAreRefused() {
    SparseGraph two = SparseGraph.builder(2).build();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new FusedGraph(two, IntVector.of(0), Vector.of(1, 1), Matrix.zeros(1, 1), 1));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new FusedGraph(two, IntVector.of(0, 1), Vector.of(1, 1), Matrix.zeros(1, 1), 1));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new FusedGraph(two, IntVector.of(0, 0), Vector.of(1, 1), Matrix.zeros(1, 2), 1));
  }

  private static int[] recordClusters() {
    int[] expected = new int[SITES * CLUSTERS * RECORDS];
    Arrays.setAll(expected, i -> i / RECORDS % CLUSTERS);
    return expected;
  }

  private static ConstrainedLaplacianRank.Result fit(FusedGraph fused, int clusterCount) {
    return new ConstrainedLaplacianRank(clusterCount, SEED, Parallel.sequential()).fit(fused);
  }
}
