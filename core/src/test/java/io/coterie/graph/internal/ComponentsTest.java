package io.coterie.graph.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import org.junit.jupiter.api.Test;

class ComponentsTest {
  @Test
  void numbersComponentsByTheirFirstNode() {
    SparseGraph graph =
        SparseGraph.builder(8)
            .add(0, 5, 1)
            .add(5, 2, 1)
            .add(1, 7, 1)
            .add(3, 3, 1)
            .add(6, 4, 1)
            .build();
    Components components = Components.in(graph);
    assertThat(components.labels()).containsExactly(0, 1, 0, 2, 3, 0, 3, 1);
    assertThat(components.count()).isEqualTo(4);
    assertThat(components.sizes()).containsExactly(3, 2, 1, 2);
    assertThat(components.of(7)).isEqualTo(1);
  }

  @Test
  void findsOneComponentPerNodeWithoutEdges() {
    assertThat(Components.in(SparseGraph.builder(3).build()).labels()).containsExactly(0, 1, 2);
    assertThat(Components.in(SparseGraph.builder(0).build()).count()).isZero();
  }

  @Test
  void followsAPathTooLongForRecursion() {
    int n = 200_000;
    SparseGraphBuilder path = SparseGraph.builder(n);
    for (int i = 0; i + 1 < n; i++) {
      // 7919 is prime to n, so the path jumps all over the nodes.
      path.add((int) (i * 7919L % n), (int) ((i + 1) * 7919L % n), 1);
    }
    assertThat(Components.in(path.build()).count()).isEqualTo(1);
  }
}
