package io.coterie.graph.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.graph.RandomGraphs;
import io.coterie.graph.SparseRows;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AdaptiveWeightsTest {
  @Test
  void isTheClosedFormOfAppendixA() {
    // From 0 the squared distances are 1, 4, 9, 16: (16 − d) / (48 − 14) for the first three.
    Matrix line = Matrix.ofRows(row(0), row(1), row(-2), row(3), row(-4));
    Neighbors near = NearestNeighbors.among(line, 4, Parallel.sequential());

    double[] weights = AdaptiveWeights.of(near, 0, 3);

    assertThat(weights)
        .containsExactly(new double[] {15 / 34.0, 12 / 34.0, 7 / 34.0}, within(1e-15));
    assertThat(AdaptiveWeights.gamma(near, 0, 3)).isEqualTo(17.0);
  }

  @Test
  void minimizesTheObjectiveWithItsGamma() {
    // e = Π_simplex(−d / 2γ) (Eq. 6 with λ = 0) leaves exactly the k nearest with these weights.
    Matrix points = RandomGraphs.randomMatrix(60, 4, new Seed(3));
    int k = 6;
    Neighbors near = NearestNeighbors.among(points, 20, Parallel.sequential());
    for (int i = 0; i < points.rows(); i++) {
      double[] projected = new double[20];
      double gamma = AdaptiveWeights.gamma(near, i, k);
      for (int h = 0; h < 20; h++) {
        projected[h] = -near.squaredDistance(i, h) / (2 * gamma);
      }
      io.coterie.math.internal.linear.Simplex.project(projected, 0, 20);
      assertThat(Arrays.copyOf(AdaptiveWeights.of(near, i, k), 20))
          .containsExactly(projected, within(1e-12));
    }
  }

  @Test
  void rowsSumToOne() {
    Matrix points = RandomGraphs.randomMatrix(200, 3, new Seed(4));
    Neighbors near = NearestNeighbors.among(points, 11, Parallel.sequential());

    SparseRows rows = AdaptiveWeights.rows(near, 10, 200);

    assertThat(rows.rowCount()).isEqualTo(200);
    for (int i = 0; i < 200; i++) {
      double[] sum = {0};
      int[] at = {0};
      int row = i;
      rows.forEachEntry(
          i,
          (column, weight) -> {
            assertThat(weight).isNotNegative();
            assertThat(column).isEqualTo(near.index(row, at[0]++));
            sum[0] += weight;
          });
      assertThat(sum[0]).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void equalDistancesShareEvenly() {
    Matrix duplicates = Matrix.zeros(9, 2);
    Matrix square = Matrix.ofRows(row(0, 0), row(1, 0), row(-1, 0), row(0, 1), row(0, -1));

    assertThat(
            AdaptiveWeights.of(NearestNeighbors.among(duplicates, 5, Parallel.sequential()), 0, 4))
        .containsOnly(0.25);
    assertThat(AdaptiveWeights.of(NearestNeighbors.among(square, 4, Parallel.sequential()), 0, 3))
        .containsOnly(1.0 / 3);
  }

  @Test
  void duplicatesAmongTheNeighborsGetEqualWeights() {
    Matrix points = Matrix.ofRows(row(0), row(0), row(0), row(5));
    Neighbors near = NearestNeighbors.among(points, 3, Parallel.sequential());

    assertThat(AdaptiveWeights.of(near, 0, 2)).containsExactly(0.5, 0.5);
    assertThat(AdaptiveWeights.of(near, 3, 2)).containsExactly(0.5, 0.5);
  }

  @Test
  void oneAnchorDescribesEveryRecordAlone() {
    SparseRows weights =
        AdaptiveWeights.toAnchors(
            Matrix.ofRows(row(1, 2), row(3, 4), row(0, 0)),
            Matrix.ofRows(row(7, 7)),
            8,
            Parallel.sequential());

    assertThat(weights.rowCount()).isEqualTo(3);
    assertThat(weights.columnSums()).containsExactly(3.0);
  }

  @Test
  void recordsAreDescribedByTheirNearestAnchors() {
    // Squared distances of 0.5 to the anchors 0, 1, 3, 10 are .25, .25, 6.25, 90.25: with r = 2
    // each of the two nearest has (6.25 − .25) / (2 · 6.25 − .5) = ½.
    Matrix anchors = Matrix.ofRows(row(10), row(0), row(3), row(1));
    SparseRows weights =
        AdaptiveWeights.toAnchors(Matrix.ofRows(row(0.5)), anchors, 2, Parallel.sequential());

    assertThat(weights.columnSums()).containsExactly(0, 0.5, 0, 0.5);
  }

  @Test
  void asksForNoMoreAnchorsThanThereAre() {
    Matrix anchors = Matrix.ofRows(row(0), row(4), row(8));
    SparseRows weights =
        AdaptiveWeights.toAnchors(Matrix.ofRows(row(1), row(7)), anchors, 8, Parallel.sequential());

    // r = 2 of the 3: record 1 has d = 1, 9, 49 and weights 48/88 and 40/88.
    assertThat(weights.columnSums())
        .containsExactly(new double[] {48 / 88.0, 80 / 88.0, 48 / 88.0}, within(1e-15));
  }

  private static double[] row(double... values) {
    return values;
  }
}
