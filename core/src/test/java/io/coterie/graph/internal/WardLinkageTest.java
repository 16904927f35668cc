package io.coterie.graph.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.coterie.graph.RandomGraphs;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WardLinkageTest {
  private static final Seed SEED = new Seed(5);

  @Test
  void mergesAlongEdgesOnly() {
    // Points 0 and 1 coincide but only 2 links them.
    Matrix points = Matrix.ofRows(new double[][] {{0}, {0}, {5}, {6}});
    SparseGraph graph = SparseGraph.builder(4).add(0, 2, 1).add(2, 3, 1).add(1, 2, 9).build();
    assertThat(WardLinkage.fit(points, graph, 4)).containsExactly(0, 1, 2, 3);
    assertThat(WardLinkage.fit(points, graph, 3)).containsExactly(0, 1, 2, 2);
    // Merging 0 or 1 into {2, 3} costs 2/3 · 5.5² either way: the smaller number goes first.
    assertThat(WardLinkage.fit(points, graph, 2)).containsExactly(0, 1, 0, 0);
    assertThat(WardLinkage.fit(points, graph, 1)).containsExactly(0, 0, 0, 0);
  }

  @Test
  void equalsBruteForceOnRandomGraphs() {
    for (int trial = 0; trial < 40; trial++) {
      Seed seed = SEED.child(trial);
      int n = 12 + trial;
      SparseGraph graph = RandomGraphs.random(n, 2 + trial % 3, seed.child("graph"));
      Matrix points = RandomGraphs.randomMatrix(n, 1 + trial % 4, seed.child("points"));
      int clusters = Components.in(graph).count() + trial % 5;
      assertThat(WardLinkage.fit(points, graph, clusters))
          .as("trial %d", trial)
          .containsExactly(bruteForce(points, graph, clusters));
    }
  }

  /** Tries every linked pair of clusters from scratch before every merge. */
  private static int[] bruteForce(Matrix points, SparseGraph graph, int clusterCount) {
    int n = points.rows();
    int[] cluster = new int[n];
    Arrays.setAll(cluster, i -> i);
    for (int count = n; count > clusterCount; count--) {
      double least = Double.POSITIVE_INFINITY;
      int a = -1;
      int b = -1;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          if (graph.weight(i, j) > 0 && cluster[i] != cluster[j]) {
            double rise =
                spread(points, cluster, cluster[i], cluster[j])
                    - spread(points, cluster, cluster[i], cluster[i])
                    - spread(points, cluster, cluster[j], cluster[j]);
            if (rise < least - 1e-12) {
              least = rise;
              a = cluster[i];
              b = cluster[j];
            }
          }
        }
      }
      for (int i = 0; i < n; i++) {
        cluster[i] = cluster[i] == b ? a : cluster[i];
      }
    }
    return numberedByFirst(cluster);
  }

  /** The sum of squared distances of the points of two clusters to their common centroid. */
  private static double spread(Matrix points, int[] cluster, int a, int b) {
    double spread = 0;
    for (int d = 0; d < points.columns(); d++) {
      double sum = 0;
      double squares = 0;
      int size = 0;
      for (int i = 0; i < cluster.length; i++) {
        if (cluster[i] == a || cluster[i] == b) {
          sum += points.at(i, d);
          squares += points.at(i, d) * points.at(i, d);
          size++;
        }
      }
      spread += squares - sum * sum / size;
    }
    return spread;
  }

  private static int[] numberedByFirst(int[] cluster) {
    Map<Integer, Integer> numbers = new HashMap<>();
    return Arrays.stream(cluster)
        .map(
            c -> {
              numbers.putIfAbsent(c, numbers.size());
              return numbers.get(c);
            })
        .toArray();
  }

  @Test
  void findsThePartitionsOfScikitLearn() throws IOException {
    List<double[]> rows = new ArrayList<>();
    try (InputStream csv = WardLinkageTest.class.getResourceAsStream("ward.csv")) {
      for (String line : new String(csv.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        rows.add(Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray());
      }
    }
    assertThat(rows).hasSize(300);
    Matrix points = Matrix.zeros(300, 5);
    SparseGraphBuilder graph = SparseGraph.builder(300);
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 5; j++) {
        points.set(i, j, rows.get(i)[j]);
      }
      for (int j = 5; j < 11; j++) {
        graph.add(i, (int) rows.get(i)[j], 1);
      }
    }
    int[] counts = {4, 12, 60};
    for (int c = 0; c < 3; c++) {
      int column = 11 + c;
      int[] expected = rows.stream().mapToInt(row -> (int) row[column]).toArray();
      assertThat(WardLinkage.fit(points, graph.build(), counts[c]))
          .containsExactly(numberedByFirst(expected));
    }
  }

  @Test
  void joinsTheNearestComponentsWhenThereAreTooMany() {
    Matrix points = Matrix.ofRows(new double[][] {{0}, {1}, {10}, {11}, {100}, {13}});
    SparseGraph graph = SparseGraph.builder(6).add(0, 1, 1).add(2, 3, 1).add(4, 4, 1).build();
    assertThat(WardLinkage.fit(points, graph, 4)).containsExactly(0, 0, 1, 1, 2, 3);
    assertThat(WardLinkage.fit(points, graph, 3)).containsExactly(0, 0, 1, 1, 2, 1);
    assertThat(WardLinkage.fit(points, graph, 2)).containsExactly(0, 0, 0, 0, 1, 0);
    assertThat(WardLinkage.fit(points, graph, 1)).containsExactly(0, 0, 0, 0, 0, 0);
  }

  @Test
  void joinsManySinglePoints() {
    Matrix points = RandomGraphs.randomMatrix(500, 2, SEED);
    int[] labels = WardLinkage.fit(points, SparseGraph.builder(500).build(), 9);
    assertThat(Arrays.stream(labels).distinct()).hasSize(9);
    assertThat(Arrays.stream(labels).max()).hasValue(8);
  }

  @Test
  void ignoresEdgeWeightsWhereAllFirstMergesTie() {
    // A square grid.
    int side = 12;
    Matrix points = Matrix.zeros(side * side, 2);
    SparseGraphBuilder grid = SparseGraph.builder(side * side);
    for (int i = 0; i < side * side; i++) {
      points.set(i, 0, Math.floorDiv(i, side));
      points.set(i, 1, i % side);
      if (i % side > 0) {
        grid.add(i, i - 1, 1);
      }
      if (i >= side) {
        grid.add(i, i - side, 1);
      }
    }
    int[] labels = WardLinkage.fit(points, grid.build(), 7);
    assertThat(WardLinkage.fit(points, grid.build().scaled(3), 7)).containsExactly(labels);
    assertThat(Arrays.stream(labels).distinct()).hasSize(7);
  }

  @Test
  void rejectsBadInput() {
    SparseGraph graph = SparseGraph.builder(3).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WardLinkage.fit(Matrix.zeros(2, 2), graph, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WardLinkage.fit(Matrix.zeros(3, 2), graph, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WardLinkage.fit(Matrix.zeros(3, 2), graph, 4));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> WardLinkage.fit(Matrix.over(3, 1, new double[] {0, Double.NaN, 0}), graph, 1))
        .withMessageContaining("Point 1");
  }
}
