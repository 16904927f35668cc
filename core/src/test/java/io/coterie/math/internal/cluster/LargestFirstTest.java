package io.coterie.math.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import org.junit.jupiter.api.Test;

class LargestFirstTest {
  @Test
  void theLargestIsFirst() {
    Matrix places = Matrix.over(4, 1, new double[] {7, 1, 2, 9});
    int[] clusters = {2, 0, 1, 0};
    double[] mass = {50, 10, 20, 15};

    int[] ranks = LargestFirst.ranks(places, mass, clusters, 3);

    assertThat(ranks).containsExactly(1, 2, 0);
    assertThat(LargestFirst.renumbered(IntVector.of(clusters), ranks).toArray())
        .containsExactly(0, 1, 2, 1);
    assertThat(LargestFirst.inverse(ranks)).containsExactly(2, 0, 1);
    Matrix rows = Matrix.over(3, 1, new double[] {10, 20, 30});
    assertThat(LargestFirst.ordered(rows, ranks).array()).containsExactly(30, 10, 20);
  }

  @Test
  void nearlyEqualOnesAreInTheOrderOfTheirPlaces() {
    // The second column keeps them farther apart than the first.
    Matrix means = Matrix.over(4, 2, new double[] {0, 9, 1, -9, 2, 0, 0, 3});
    assertThat(LargestFirst.ranks(means, new double[] {100, 104, 96, 20}))
        .containsExactly(2, 0, 1, 3);
    assertThat(LargestFirst.ranks(means, new double[] {104, 96, 100, 20}))
        .containsExactly(2, 0, 1, 3);
  }

  @Test
  void emptyOnesAreLast() {
    Matrix means = Matrix.over(3, 1, new double[] {0, 5, 2});
    assertThat(LargestFirst.ranks(means, new double[] {0, 3, 0})).containsExactly(1, 0, 2);
  }
}
