package io.coterie.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SparseGraphTest {
  private static final Seed SEED = new Seed(7);

  private static SparseGraph triangleWithTail() {
    return SparseGraph.builder(5)
        .add(2, 0, 1)
        .add(0, 1, 2)
        .add(1, 2, 4)
        .add(2, 3, 8)
        .add(3, 3, 16)
        .build();
  }

  @Test
  void storesEveryEdgeInBothDirectionsInIncreasingOrder() {
    SparseGraph graph = triangleWithTail();
    assertThat(graph.offsets()).containsExactly(0, 2, 4, 7, 9, 9);
    assertThat(graph.columns()).containsExactly(1, 2, 0, 2, 0, 1, 3, 2, 3);
    assertThat(graph.weights()).containsExactly(2, 1, 2, 4, 1, 4, 8, 8, 16);
    assertThat(graph.nodeCount()).isEqualTo(5);
    assertThat(graph.edgeCount()).isEqualTo(5);
    assertThat(graph.neighborCount(2)).isEqualTo(3);
    assertThat(graph.weight(3, 2)).isEqualTo(8);
    assertThat(graph.weight(4, 0)).isZero();
    assertThat(graph).hasToString("SparseGraph[5 nodes, 5 edges]");
  }

  @Test
  void countsSelfLoopsOnceInTheDegree() {
    assertThat(triangleWithTail().degrees()).containsExactly(3, 6, 13, 24, 0);
    assertThat(triangleWithTail().degree(3)).isEqualTo(24);
  }

  @Test
  void hidesItsArrays() {
    SparseGraph graph = triangleWithTail();
    graph.offsets()[1] = 9;
    graph.columns()[0] = 9;
    graph.weights()[0] = 9;
    graph.degrees()[0] = 9;
    assertThat(graph).isEqualTo(triangleWithTail()).hasSameHashCodeAs(triangleWithTail());
    assertThat(graph.degree(0)).isEqualTo(3);
    assertThat(graph).isNotEqualTo(graph.scaled(2));
  }

  @Test
  void sumsDuplicatesInEitherDirectionAndDropsZeros() {
    SparseGraph graph =
        SparseGraph.builder(3)
            .add(0, 1, 1)
            .add(1, 0, 2)
            .add(0, 2, 0)
            .add(2, 2, 1)
            .add(2, 2, 3)
            .build();
    assertThat(graph.weight(0, 1)).isEqualTo(3);
    assertThat(graph.weight(1, 0)).isEqualTo(3);
    assertThat(graph.weight(2, 2)).isEqualTo(4);
    assertThat(graph.edgeCount()).isEqualTo(2);
  }

  @Test
  void matchesADenseMatrixOnRandomEdgesToTheLastBit() {
    SplittableRandom random = SEED.random();
    int n = 60;
    double[][] expected = new double[n][n];
    SparseGraphBuilder builder = SparseGraph.builder(n);
    for (int e = 0; e < 2000; e++) {
      int i = random.nextInt(n);
      int j = random.nextInt(n);
      double weight = random.nextDouble();
      builder.add(i, j, weight);
      expected[i][j] += weight;
      if (i != j) {
        expected[j][i] += weight;
      }
    }
    assertThat(RandomGraphs.dense(builder.build()).array())
        .containsExactly(Matrix.ofRows(expected).array());
  }

  @Test
  void rejectsBadEdges() {
    SparseGraphBuilder builder = SparseGraph.builder(3);
    for (double weight : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.add(0, 1, weight))
          .withMessageContaining("finite and not negative");
    }
    assertThatIllegalArgumentException().isThrownBy(() -> builder.add(0, 3, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.add(-1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> SparseGraph.builder(-1));
    assertThatThrownBy(() -> triangleWithTail().weight(0, 5))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.add(0, 1, 1e308).add(0, 2, 1e308).build())
        .withMessageContaining("node 0");
  }

  @Test
  void symmetrizesDirectedRows() {
    SparseRows rows =
        SparseRows.of(3, 2, new int[] {1, 2, 0, 1, 2, 0}, new double[] {2, 4, 6, 8, 10, 0});
    SparseGraph graph = rows.symmetrized();
    assertThat(RandomGraphs.dense(graph).array()).containsExactly(0, 4, 2, 4, 8, 0, 2, 0, 10);
    assertThat(
            SparseGraph.symmetrized(
                new int[] {0, 2, 3, 3}, new int[] {2, 1, 0}, new double[] {4, 2, 1}))
        .isEqualTo(SparseGraph.builder(3).add(0, 1, 1.5).add(0, 2, 2).build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparseRows.of(4, 1, new int[] {0}, new double[] {1}).symmetrized());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> SparseGraph.symmetrized(new int[] {0, 1}, new int[] {1}, new double[] {4}));
  }

  @Test
  void aSumOfManyHasTheBitsOfOneAfterTheOther() {
    List<SparseGraph> others = new ArrayList<>();
    SparseGraph first = RandomGraphs.random(40, 3, SEED.child("first"));
    SparseGraph expected = first;
    for (int i = 0; i < 6; i++) {
      SparseGraph other = RandomGraphs.random(40, i, SEED.child("other").child(i));
      others.add(other);
      expected = expected.plus(other);
    }
    assertThat(first.plusAll(others)).isEqualTo(expected);
    assertThat(first.plusAll(List.of())).isEqualTo(first);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> first.plusAll(List.of(triangleWithTail())));
  }

  @Test
  void addsAndScales() {
    SparseGraph a = RandomGraphs.random(40, 3, SEED.child("a"));
    SparseGraph b = RandomGraphs.random(40, 5, SEED.child("b"));
    double[] sum = RandomGraphs.dense(a.plus(b.scaled(3))).array();
    double[] left = RandomGraphs.dense(a).array();
    double[] right = RandomGraphs.dense(b).array();
    for (int e = 0; e < sum.length; e++) {
      assertThat(sum[e]).isEqualTo(left[e] + 3 * right[e]);
    }
    // Weights below one half vanish, and with them their edges.
    assertThat(a.scaled(Double.MIN_VALUE).edgeCount()).isPositive().isLessThan(a.edgeCount());
    assertThatIllegalArgumentException().isThrownBy(() -> a.scaled(0));
    assertThatIllegalArgumentException().isThrownBy(() -> a.scaled(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> a.plus(triangleWithTail()));
  }

  @Test
  void putsGraphsSideBySide() {
    SparseGraph pair = SparseGraph.builder(2).add(0, 1, 5).build();
    SparseGraph both = SparseGraph.blockDiagonal(List.of(triangleWithTail(), pair, pair));
    assertThat(both.nodeCount()).isEqualTo(9);
    assertThat(both.edgeCount()).isEqualTo(7);
    assertThat(both.weight(5, 6)).isEqualTo(5);
    assertThat(both.weight(8, 7)).isEqualTo(5);
    assertThat(both.weight(6, 7)).isZero();
    assertThat(both.weight(2, 1)).isEqualTo(4);
    assertThat(SparseGraph.blockDiagonal(List.of()).nodeCount()).isZero();
  }

  @Test
  void contractsToTheProductWithTheIndicator() {
    SparseGraph graph = RandomGraphs.random(50, 6, SEED);
    int[] groups = new int[50];
    Matrix indicator = Matrix.zeros(50, 8);
    SplittableRandom random = SEED.child("groups").random();
    for (int i = 0; i < 50; i++) {
      groups[i] = random.nextInt(7);
      indicator.set(i, groups[i], 1);
    }
    Matrix expected =
        Blas.multiplyTransposed(indicator, Blas.multiply(RandomGraphs.dense(graph), indicator));
    SparseGraph contracted = graph.contract(groups, 8);
    assertThat(RandomGraphs.dense(contracted).array())
        .usingComparatorWithPrecision(1e-11)
        .containsExactly(expected.array());
    assertThat(total(contracted)).isCloseTo(total(graph), within(1e-9));
    assertThatIllegalArgumentException().isThrownBy(() -> graph.contract(groups, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> graph.contract(new int[3], 3));
  }

  private static double total(SparseGraph graph) {
    double total = 0;
    for (double degree : graph.degrees()) {
      total += degree;
    }
    return total;
  }

  @Test
  void multipliesLikeTheDenseMatrixOnAnyNumberOfThreads() {
    SparseGraph graph = RandomGraphs.random(900, 7, SEED);
    Matrix dense = RandomGraphs.dense(graph);
    for (int width : new int[] {0, 1, 3, 16, 21}) {
      Matrix block = RandomGraphs.randomMatrix(900, width, SEED.child(width));
      Matrix product = graph.multiply(block, Parallel.sequential());
      assertThat(product.array())
          .usingComparatorWithPrecision(1e-12)
          .containsExactly(Blas.multiply(dense, block).array());
      try (Parallel threads = Parallel.of(4)) {
        assertThat(graph.multiply(block, threads).array()).containsExactly(product.array());
      }
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> graph.multiply(Matrix.zeros(899, 2), Parallel.sequential()));
  }

  @Test
  void survivesTheTripThroughItsArrays() {
    SparseGraph graph = RandomGraphs.random(80, 4, SEED);
    assertThat(SparseGraph.ofRows(graph.offsets(), graph.columns(), graph.weights()))
        .isEqualTo(graph);
    assertThat(SparseGraph.ofRows(new int[1], new int[0], new double[0]).nodeCount()).isZero();
  }

  @Test
  void dropsZerosFromForeignArrays() {
    SparseGraph graph =
        SparseGraph.ofRows(new int[] {0, 2, 3}, new int[] {0, 1, 0}, new double[] {3, 0, 0});
    assertThat(graph.edgeCount()).isEqualTo(1);
    assertThat(graph.offsets()).containsExactly(0, 1, 1);
  }

  @Test
  void rejectsHostileArrays() {
    int[] offsets = {0, 1, 3, 4};
    int[] columns = {1, 0, 2, 1};
    double[] weights = {2, 2, 3, 3};
    assertThat(SparseGraph.ofRows(offsets, columns, weights).edgeCount()).isEqualTo(2);
    rejects("do not describe rows", new int[0], new int[0], new double[0]);
    rejects("do not describe rows", new int[] {1, 1, 3, 4}, columns, weights);
    rejects("do not describe rows", new int[] {0, 1, 3, 5}, columns, weights);
    rejects("do not describe rows", offsets, columns, new double[] {2, 2, 3});
    rejects("ends before it starts", new int[] {0, 3, 1, 4}, columns, weights);
    rejects("ends before it starts", new int[] {0, 9, 1, 4}, columns, weights);
    rejects("ends before it starts", new int[] {0, -1, 1, 4}, columns, weights);
    rejects("columns must increase", offsets, new int[] {1, 2, 0, 1}, weights);
    rejects("columns must increase", offsets, new int[] {1, 0, 0, 1}, weights);
    rejects("columns must increase", offsets, new int[] {1, 0, 3, 1}, weights);
    rejects("columns must increase", offsets, new int[] {1, -1, 2, 1}, weights);
    rejects("mirror image", offsets, columns, new double[] {2, 2, 3, 4});
    rejects("mirror image", offsets, new int[] {1, 0, 2, 0}, weights);
    rejects("mirror image", new int[] {0, 1, 1}, new int[] {1}, new double[] {1});
    // A directed circle has as many entries into each node as out of it.
    rejects("mirror image", new int[] {0, 1, 2, 3}, new int[] {1, 2, 0}, new double[] {1, 1, 1});
    rejects("not negative", offsets, columns, new double[] {2, 2, -3, -3});
    rejects("not negative", offsets, columns, new double[] {2, 2, Double.NaN, Double.NaN});
  }

  private static void rejects(String message, int[] offsets, int[] columns, double[] weights) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparseGraph.ofRows(offsets, columns, weights))
        .withMessageContaining(message);
  }
}
