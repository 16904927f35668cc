package io.coterie.fusion.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PartitionStabilityTest {
  @Test
  void agreementIsTheAdjustedRandIndexOverMasses() {
    IntVector first = IntVector.of(0, 0, 1, 1);
    Vector mass = Vector.of(1, 3, 2, 2);

    assertThat(PartitionStability.agreement(first, IntVector.of(1, 1, 0, 0), mass)).isEqualTo(1);
    // Cells 1, 3, 2, 2 of a 2 x 2 table: Σ n² = 18; rows 4, 4: 32; columns 3, 5: 34; total 8.
    double chance = 32 * 34 / 64.0;
    assertThat(PartitionStability.agreement(first, IntVector.of(0, 1, 0, 1), mass))
        .isCloseTo((18 - chance) / (33 - chance), within(1e-12));
    assertThat(
            PartitionStability.agreement(IntVector.of(0, 0), IntVector.of(0, 0), Vector.of(1, 1)))
        .isEqualTo(1);
  }

  @Test
  void plantedBlocksAreStableAndNoiseIsNot() {
    assertThat(stability(0.9, 0.02)).isGreaterThan(0.95);
    assertThat(stability(0.3, 0.3)).isLessThan(0.7);
  }

  /** Three blocks of 40 nodes, linked inside and outside with the given probabilities. */
  private static double stability(double inside, double outside) {
    int nodes = 120;
    SplittableRandom random = new Seed(5).random();
    SparseGraphBuilder builder = SparseGraph.builder(nodes);
    for (int i = 0; i < nodes; i++) {
      for (int j = i + 1; j < nodes; j++) {
        if (random.nextDouble() < (i % 3 == j % 3 ? inside : outside)) {
          builder.add(i, j, 1);
        }
      }
    }
    SparseGraph graph = builder.build();
    double[] ones = new double[nodes];
    Arrays.fill(ones, 1);
    Matrix places = Matrix.zeros(nodes, 1);
    Arrays.setAll(places.array(), i -> random.nextDouble());
    WeightedPoints points = new WeightedPoints(places, Vector.of(ones));
    GraphPartition partition =
        new GraphPartition(GraphPartition.Spectrum.PLAIN, 3, new Seed(1), Parallel.sequential());
    return PartitionStability.of(partition, graph, points, partition.fit(graph, points).clusters());
  }
}
