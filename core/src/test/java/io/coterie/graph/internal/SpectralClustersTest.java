package io.coterie.graph.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import org.junit.jupiter.api.Test;

class SpectralClustersTest {
  @Test
  void spectralClustersDivideAPlantedGraph() {
    // Two cliques of 6 and 9, linked by one weak edge.
    var edges = SparseGraph.builder(15);
    for (int i = 0; i < 15; i++) {
      for (int j = i + 1; j < 15; j++) {
        if (i < 6 == j < 6) {
          edges.add(i, j, 1);
        }
      }
    }
    edges.add(5, 6, 0.1);

    int[] found = SpectralClusters.of(edges.build(), 2, new Seed(3), Parallel.sequential());

    for (int i = 0; i < 15; i++) {
      assertThat(found[i]).isEqualTo(i < 6 ? found[0] : 1 - found[0]);
    }
  }
}
