package io.coterie.graph.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SubspaceGraphTest {
  private static final Parallel PARALLEL = Parallel.sequential();

  private static double[] angle(double degrees) {
    return new double[] {Math.cos(Math.toRadians(degrees)), Math.sin(Math.toRadians(degrees))};
  }

  @Test
  void thresholdedWeightsFallWithTheAngleBetweenLines() {
    // Lines at 0, 10, 40 and 180 + 50 degrees; each joins the one at the smallest angle.
    Matrix rows = Matrix.ofRows(angle(0), angle(10), angle(40), angle(230));

    SparseGraph graph = SubspaceGraph.thresholded(rows, 1, PARALLEL);

    double ten = Math.exp(-2 * Math.toRadians(10));
    // 0 and 10 chose each other, as did 40 and 230, so both ends add their weight.
    assertThat(graph.weight(0, 1)).isCloseTo(2 * ten, within(1e-6));
    assertThat(graph.weight(2, 3)).isCloseTo(2 * ten, within(1e-6));
    assertThat(graph.edgeCount()).isEqualTo(2);
  }

  @Test
  void thresholdedKeepsOneSidedChoices() {
    // 25 chooses 10, which chooses 0.
    SparseGraph graph =
        SubspaceGraph.thresholded(Matrix.ofRows(angle(0), angle(10), angle(25)), 1, PARALLEL);

    assertThat(graph.weight(2, 1)).isCloseTo(Math.exp(-2 * Math.toRadians(15)), within(1e-6));
    assertThat(graph.weight(2, 0)).isZero();
  }

  @Test
  void recordsAreExpressedByTheirOwnSubspace() {
    // A plane and a line in five dimensions, at right angles: no edge may cross.
    SplittableRandom random = new Seed(4).random();
    Matrix rows = Matrix.zeros(60, 5);
    for (int i = 0; i < 60; i++) {
      if (i % 2 == 0) {
        rows.set(i, 0, random.nextGaussian());
        rows.set(i, 1, random.nextGaussian());
      } else {
        rows.set(i, 3, random.nextGaussian());
      }
    }

    SubspaceGraph.SelfExpression found = SubspaceGraph.selfExpressive(rows.unitRows(), PARALLEL);

    assertThat(found.unsettled()).isZero();
    for (int i = 0; i < 60; i++) {
      int node = i;
      assertThat(found.graph().neighborCount(i)).isPositive();
      found.graph().forEachNeighbor(i, (j, weight) -> assertThat(j % 2).isEqualTo(node % 2));
    }
  }

  @Test
  void expressionOfAPairIsByEachOther() {
    // Rows of C have one entry, 1 after scaling: ½(1 + 1).
    SubspaceGraph.SelfExpression found =
        SubspaceGraph.selfExpressive(Matrix.ofRows(angle(0), angle(20)), PARALLEL);

    assertThat(found.graph().weight(0, 1)).isCloseTo(1, within(1e-12));
  }

  @Test
  void zeroRecordsAndSingleOnesAreJoinedToNothing() {
    Matrix rows = Matrix.ofRows(angle(0), new double[] {0, 0}, angle(5));

    assertThat(SubspaceGraph.selfExpressive(rows, PARALLEL).graph().neighborCount(1)).isZero();
    assertThat(SubspaceGraph.selfExpressive(Matrix.ofRows(angle(3)), PARALLEL).graph().nodeCount())
        .isEqualTo(1);
    assertThat(SubspaceGraph.thresholded(Matrix.ofRows(angle(3)), 8, PARALLEL).edgeCount())
        .isZero();
  }

  @Test
  void threadsDoNotChangeABit() {
    SplittableRandom random = new Seed(7).random();
    Matrix rows = Matrix.zeros(300, 6);
    for (int i = 0; i < rows.array().length; i++) {
      rows.array()[i] = random.nextGaussian();
    }
    Matrix units = rows.unitRows();
    try (Parallel many = Parallel.of(8)) {
      assertThat(SubspaceGraph.selfExpressive(units, many))
          .isEqualTo(SubspaceGraph.selfExpressive(units, PARALLEL));
      assertThat(SubspaceGraph.thresholded(units, 8, many))
          .isEqualTo(SubspaceGraph.thresholded(units, 8, PARALLEL));
    }
  }

  @Test
  void theLargestValuesAreThoseOfASort() {
    SplittableRandom random = new Seed(9).random();
    for (int trial = 0; trial < 50; trial++) {
      double[] values = random.doubles(1 + trial * 3).map(v -> Math.rint(v * 20)).toArray();
      int count = random.nextInt(values.length + 1);

      int[] top = TopValues.of(values, count);

      double[] sorted = Arrays.stream(values).map(v -> -v).sorted().map(v -> -v).toArray();
      assertThat(Arrays.stream(top).mapToDouble(j -> values[j]).map(v -> -v).sorted().toArray())
          .isEqualTo(Arrays.stream(sorted, 0, count).map(v -> -v).toArray());
      assertThat(Arrays.stream(top).distinct().count()).isEqualTo(count);
    }
    assertThat(TopValues.of(new double[] {1, 2, 2, 2, 0}, 2)).containsExactly(1, 2);
  }
}
