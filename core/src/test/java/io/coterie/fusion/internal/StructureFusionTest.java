package io.coterie.fusion.internal;

import static io.coterie.fusion.internal.PlantedGraphs.partition;
import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.SiteStructure;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StructureFusionTest {
  private static final int RECORDS = 9; // of each prototype
  private static final int[][] ALL = {{0, 1, 2}, {2, 0, 1}, {1, 2, 0}};
  private static final int[][] SOME = {{0, 1, 2}, {2}, {1, 0}, {0, 2}};

  /** At 100 the clusters are apart from the start; at 3.5 they have to be taken apart. */
  @ParameterizedTest
  @ValueSource(doubles = {100, 3.5})
  void recordsAndComponentsGiveTheSamePlantedClusters(double apart) {
    for (int[][] clusters : List.of(ALL, SOME)) {
      StructureFusion.Result records = fusion(3).ofRecords(planted(clusters, apart, true));
      StructureFusion.Result components =
          fusion(3).ofComponents(planted(clusters, apart, false), RECORDS - 1);

      int[] truth = Arrays.stream(clusters).flatMapToInt(Arrays::stream).toArray();
      assertThat(components.learned().converged()).isTrue();
      assertThat(records.learned().converged()).isTrue();
      assertThat(partition(components.learned().clusters())).isEqualTo(partition(truth));
      assertThat(partition(records.learned().clusters())).isEqualTo(partition(ofRecords(truth)));
      assertThat(partition(records.model().clusters())).isEqualTo(partition(truth));
      assertThat(components.model().clusters()).isEqualTo(components.learned().clusters());
      boolean linked = apart < 10;
      assertThat(components.learned().steps() > 0).isEqualTo(linked);
      assertThat(records.learned().steps() > 0).isEqualTo(linked);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {2.5, 3, 3.5})
  void recordsAndComponentsTakeTheSameSteps(double apart) {
    // Records of a component have the same row and the same place in F, so one loop that stands for
    // their k neighbors must be cut at the same step as the k edges are.
    int[][] clusters = {{0, 1, 2}, {2, 0, 1}};

    StructureFusion.Result records = fusion(3).ofRecords(planted(clusters, apart, true));
    StructureFusion.Result components =
        fusion(3).ofComponents(planted(clusters, apart, false), RECORDS - 1);

    assertThat(components.learned().steps()).isEqualTo(records.learned().steps());
    assertThat(components.learned().components()).isEqualTo(records.learned().components());
  }

  private static int[] ofRecords(int[] clustersOfPrototypes) {
    int[] clusters = new int[clustersOfPrototypes.length * RECORDS];
    Arrays.setAll(clusters, i -> clustersOfPrototypes[i / RECORDS]);
    return clusters;
  }

  @Test
  void aPrototypeJoinsTheClusterOfMostOfItsRecords() {
    // One site: a graph of two components, records 0 to 4 and 5 to 8. Of prototype 0's records
    // three (2, 3, 4) are in the first and two (5, 6) in the second; prototype 1 has one and two,
    // and its first record is not in its cluster; prototype 2 is in the first with its only one.
    SparseGraphBuilder edges = SparseGraph.builder(9);
    for (int i = 0; i < 9; i++) {
      for (int j = i + 1; j < 9; j++) {
        if (i < 5 == j < 5) {
          edges.add(i, j, 0.25);
        }
      }
    }
    IntVector memberships = IntVector.of(1, 2, 0, 0, 0, 0, 0, 1, 1);
    SiteStructure site =
        new SiteStructure(
            Vector.of(5, 3, 1),
            Matrix.ofRows(row(0, 0), row(50, 0), row(0, 50)),
            Matrix.ofRows(row(1, 0, 1), row(1, 0, 1), row(1, 0, 1)),
            new SiteGraph(edges.build(), memberships, true, 3));

    StructureFusion.Result result = fusion(2).ofRecords(List.of(site));

    assertThat(result.learned().clusters()).isEqualTo(IntVector.of(0, 0, 0, 0, 0, 1, 1, 1, 1));
    assertThat(result.model().clusters()).isEqualTo(IntVector.of(0, 1, 0));
    assertThat(result.model().clusterCount()).isEqualTo(2);
  }

  @Test
  void membershipsOfLaterSitesCountFromTheirOwnFirstPrototype() {
    // Sites of unequal size: an offset that is off by one site lands on another cluster.
    int[][] clusters = {{0}, {1, 0}, {1, 1, 0}};

    StructureFusion.Result result = fusion(2).ofRecords(planted(clusters, 100, true));

    assertThat(partition(result.model().clusters())).containsExactly(0, 1, 0, 1, 1, 0);
    assertThat(partition(result.learned().clusters()))
        .isEqualTo(ofRecords(new int[] {0, 1, 0, 1, 1, 0}));
  }

  @Test
  void theModelIsTheMixtureOfAllPrototypes() {
    Matrix spread = Matrix.ofRows(row(2, 1, 3), row(4, -1, 5));
    SiteStructure one =
        new SiteStructure(
            Vector.of(6, 3),
            Matrix.ofRows(row(0, 0), row(90, 0)),
            spread,
            SiteGraph.withheld(true, 0));
    SiteStructure other =
        new SiteStructure(
            Vector.of(1),
            Matrix.ofRows(row(90, 1)),
            Matrix.ofRows(row(7, 2, 8)),
            SiteGraph.withheld(true, 0));

    StructureFusion.Result result = fusion(2).ofComponents(List.of(one, other), 5);

    assertThat(result.model().mixture().weights())
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(0.6, 0.3, 0.1);
    assertThat(result.model().mixture().means().array()).containsExactly(0, 0, 90, 0, 90, 1);
    List<Matrix> covariances = result.model().mixture().covariances();
    assertThat(covariances.get(0).array()).containsExactly(2, 1, 1, 3);
    assertThat(covariances.get(1).array()).containsExactly(4, -1, -1, 5);
    assertThat(covariances.get(2).array()).containsExactly(7, 2, 2, 8);
    assertThat(partition(result.model().clusters())).containsExactly(0, 1, 1);
    assertThat(
            partition(
                result
                    .model()
                    .label(Matrix.ofRows(row(1, 1), row(88, 2)), Parallel.sequential())
                    .toArray()))
        .containsExactly(0, 1);
  }

  @Test
  void aHeavyPrototypePullsMoreThanALightOne() {
    // A prototype between two of another site, nearer to the light one on the right (KL 2 to 2.42)
    // but the one on the left stands for a hundred times as many records.
    SiteStructure ends = line(Vector.of(1000, 10), -2.2, 2.0);
    SiteStructure between = line(Vector.of(10), 0);

    int[] clusters =
        fusion(2).ofComponents(List.of(ends, between), 5).learned().clusters().toArray();

    assertThat(partition(clusters)).containsExactly(0, 1, 0);
  }

  private static SiteStructure line(Vector counts, double... places) {
    Matrix means = Matrix.over(places.length, 1, places);
    Matrix spreads = Matrix.zeros(places.length, 1);
    Arrays.fill(spreads.array(), 1);
    return new SiteStructure(counts, means, spreads, SiteGraph.withheld(true, 0));
  }

  @Test
  void oneSiteAloneKeepsItsComponents() {
    int[][] alone = {{0, 1, 2}};

    assertThat(partition(fusion(3).ofRecords(planted(alone, 3.5, true)).learned().clusters()))
        .isEqualTo(ofRecords(new int[] {0, 1, 2}));
    assertThat(
            partition(fusion(3).ofComponents(planted(alone, 3.5, false), 8).learned().clusters()))
        .containsExactly(0, 1, 2);
  }

  @Test
  void threadsDoNotChangeABit() {
    List<SiteStructure> sites = planted(SOME, 3.5, true);
    StructureFusion.Result expected = fusion(3).ofRecords(sites);
    try (Parallel parallel = Parallel.of(4)) {
      StructureFusion.Result result =
          new StructureFusion(3, new Seed(5), parallel).ofRecords(sites);

      assertThat(result.learned()).isEqualTo(expected.learned());
      assertThat(result.model().clusters()).isEqualTo(expected.model().clusters());
      assertThat(result.model().mixture().covariances().get(7).array())
          .isEqualTo(expected.model().mixture().covariances().get(7).array());
    }
  }

  private static StructureFusion fusion(int clusters) {
    return new StructureFusion(clusters, new Seed(5), Parallel.sequential());
  }

  /**
   * Sites whose prototypes belong to the given clusters: unit Gaussians near corners of a triangle,
   * each of nine records that are all linked with each other.
   */
  private static List<SiteStructure> planted(int[][] clusters, double apart, boolean withGraph) {
    double[][] corners = {{0, 0}, {apart, 0}, {apart / 2, apart * Math.sqrt(0.75)}};
    List<SiteStructure> sites = new ArrayList<>();
    for (int s = 0; s < clusters.length; s++) {
      int count = clusters[s].length;
      double[] counts = new double[count];
      Arrays.fill(counts, RECORDS);
      Matrix means = Matrix.zeros(count, 2);
      Matrix spreads = Matrix.zeros(count, 3);
      int[] memberships = new int[count * RECORDS];
      SparseGraphBuilder edges = SparseGraph.builder(count * RECORDS);
      for (int p = 0; p < count; p++) {
        means.set(p, 0, corners[clusters[s][p]][0] + 0.2 * s);
        means.set(p, 1, corners[clusters[s][p]][1] - 0.1 * s);
        spreads.set(p, 0, 1);
        spreads.set(p, 2, 1);
        for (int i = p * RECORDS; i < (p + 1) * RECORDS; i++) {
          memberships[i] = p;
          for (int j = i + 1; j < (p + 1) * RECORDS; j++) {
            edges.add(i, j, 1.0 / (RECORDS - 1));
          }
        }
      }
      SiteGraph graph =
          withGraph
              ? new SiteGraph(edges.build(), IntVector.of(memberships), true, 0)
              : SiteGraph.withheld(true, 0);
      sites.add(new SiteStructure(Vector.of(counts), means, spreads, graph));
    }
    return sites;
  }

  private static double[] row(double... values) {
    return values;
  }
}
