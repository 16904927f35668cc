package io.coterie.fusion.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlockMapTest {
  @Test
  void aSmallGraphIsShownNodeByNodeInOrderOfClusters() {
    SparseGraphBuilder builder = SparseGraph.builder(3);
    builder.add(0, 1, 2);
    builder.add(1, 2, 1);
    BlockMap map = BlockMap.of(builder.build(), IntVector.of(1, 0, 1));

    assertThat(map.clusters()).isEqualTo(IntVector.of(0, 1, 1));
    assertThat(map.sizes()).isEqualTo(IntVector.of(1, 1, 1));
    // Node 1 comes first; degrees are 2, 3 and 1.
    assertThat(map.weights().at(0, 1)).isCloseTo(2 / Math.sqrt(6), within(1e-12));
    assertThat(map.weights().at(0, 2)).isCloseTo(1 / Math.sqrt(3), within(1e-12));
    assertThat(map.weights().at(1, 2)).isZero();
  }

  @Test
  void aLargeGraphIsCutIntoBlocksThatEndWithTheirCluster() {
    int nodes = 1003;
    int[] clusters = IntStream.range(0, nodes).map(i -> i < 3 ? 2 : i % 2).toArray();
    SparseGraphBuilder builder = SparseGraph.builder(nodes);
    for (int i = 1; i < nodes; i++) {
      builder.add(i - 1, i, 1);
    }
    BlockMap map = BlockMap.of(builder.build(), IntVector.of(clusters));

    assertThat(map.clusters().size()).isLessThanOrEqualTo(BlockMap.MOST + 2).isGreaterThan(190);
    for (int c = 0; c < 3; c++) {
      int cluster = c;
      int shown =
          IntStream.range(0, map.clusters().size())
              .filter(b -> map.clusters().at(b) == cluster)
              .map(b -> map.sizes().at(b))
              .sum();
      assertThat(shown).isEqualTo((int) Arrays.stream(clusters).filter(k -> k == cluster).count());
    }
    assertThat(Arrays.stream(map.sizes().toArray()).min().orElse(0)).isPositive();
  }

  @Test
  void blocksOfALearnedGraphAreThoseOfItsWeights() {
    int nodes = 6;
    SparseGraphBuilder local = SparseGraph.builder(nodes);
    local.add(0, 1, 0.4);
    local.add(2, 3, 0.7);
    local.add(4, 5, 0.2);
    Matrix affinity = Matrix.ofRows(new double[] {0, 0.5}, new double[] {0.5, 0});
    FusedGraph fused =
        new FusedGraph(
            local.build(),
            IntVector.of(0, 0, 0, 1, 1, 1),
            Vector.of(1, 1, 1, 1, 1, 1),
            affinity,
            1);
    LearnedGraph graph = LearnedGraph.of(fused, Parallel.sequential());
    IntVector clusters = IntVector.of(0, 0, 0, 1, 1, 1);

    Matrix shown = BlockMap.of(graph, clusters).weights();

    Matrix dense = graph.dense();
    for (int i = 0; i < nodes; i++) {
      for (int j = 0; j < nodes; j++) {
        assertThat(shown.at(i, j)).isCloseTo(dense.at(i, j), within(1e-12));
      }
    }
  }
}
