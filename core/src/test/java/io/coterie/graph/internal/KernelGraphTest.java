package io.coterie.graph.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelGraphTest {
  private static SparseGraph graph(double... values) {
    return KernelGraph.of(Matrix.over(values.length, 1, values), Parallel.sequential());
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "3,2", "7,2", "8,3", "150,6", "7000,9"})
  void takesTheLogarithmOfTheRecordsAsNeighbors(int n, int neighbors) {
    assertThat(KernelGraph.neighbors(n)).isEqualTo(neighbors);
  }

  @Test
  void weighsByTheMedianDistance() {
    // Two neighbors each; squares of distances 1 1 4 4 9 9, of which the (upper) median is 4.
    SparseGraph graph = graph(0, 1, 3);

    assertThat(graph.weight(0, 1)).isCloseTo(Math.exp(-0.25), within(1e-15));
    assertThat(graph.weight(1, 2)).isCloseTo(Math.exp(-1), within(1e-15));
    assertThat(graph.weight(2, 0)).isCloseTo(Math.exp(-2.25), within(1e-15));
  }

  @Test
  void joinsTwoRecordsIfEitherChoseTheOther() {
    // Two neighbors each: 10 chooses 2 and 1, which do not choose it.
    SparseGraph graph = graph(0, 1, 2, 10);

    assertThat(graph.edgeCount()).isEqualTo(5);
    assertThat(graph.weight(3, 2)).isPositive();
    assertThat(graph.weight(3, 1)).isPositive();
    assertThat(graph.weight(3, 0)).isZero();
  }

  @Test
  void unitsDoNotMatter() {
    SparseGraph graph = graph(0, 1, 3, 3.5, 9);
    SparseGraph scaled = graph(0, 1024, 3 * 1024, 3.5 * 1024, 9 * 1024);

    assertThat(scaled).isEqualTo(graph);
  }

  @Test
  void duplicatesAndOutliersKeepTheirEdges() {
    assertThat(graph(5, 5, 5, 5).weight(0, 1)).isEqualTo(1);
    assertThat(graph(0, 1, 2, 3, 1e9).weight(4, 3)).isEqualTo(1e-10);
    assertThat(graph(3).edgeCount()).isZero();
  }
}
