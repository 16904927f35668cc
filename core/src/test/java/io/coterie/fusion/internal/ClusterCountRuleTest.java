package io.coterie.fusion.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterCountRuleTest {
  private static final Seed SEED = new Seed(8);

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 9, 20})
  void countsPlantedBlocks(int count) {
    int[] blocks = PlantedGraphs.blocks(count, 12, SEED);
    SparseGraph graph = PlantedGraphs.linked(blocks, 0.05, 0.3, SEED);

    ClusterCountRule.Suggestion suggestion = suggest(graph, PlantedGraphs.points(blocks, SEED));

    assertThat(suggestion.best()).isEqualTo(count);
    assertThat(suggestion.describe()).startsWith(count + ": ");
    assertThat(suggestion.candidates())
        .isSortedAccordingTo((a, b) -> Double.compare(b.gap(), a.gap()));
  }

  @Test
  void countsComponents() {
    int[] blocks = PlantedGraphs.blocks(4, 12, SEED);
    SparseGraph graph = PlantedGraphs.linked(blocks, 0, 0, SEED);

    assertThat(suggest(graph, PlantedGraphs.points(blocks, SEED)).best()).isEqualTo(4);
  }

  @Test
  void oneNodeIsOneCluster() {
    WeightedPoints one = new WeightedPoints(Matrix.zeros(1, 2), Vector.of(5));
    SparseGraph graph = SparseGraph.builder(1).add(0, 0, 1).build();

    assertThat(suggest(graph, one).best()).isEqualTo(1);
  }

  private static ClusterCountRule.Suggestion suggest(SparseGraph graph, WeightedPoints points) {
    return new ClusterCountRule(SEED, Parallel.sequential()).suggest(graph, points);
  }
}
