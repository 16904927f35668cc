package io.coterie.math.internal.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AssignmentTest {
  @Test
  void pairsAreTheCheapestOnesOnAKnownMatrix() {
    Assignment assignment =
        Assignment.ofMinimumCost(
            Matrix.ofRows(new double[] {4, 1, 3}, new double[] {2, 0, 5}, new double[] {3, 2, 2}));

    assertThat(assignment.columnOf(0)).isEqualTo(1);
    assertThat(assignment.columnOf(1)).isEqualTo(0);
    assertThat(assignment.columnOf(2)).isEqualTo(2);
    assertThat(assignment.cost()).isEqualTo(5);
  }

  @Test
  void costsAsLittleAsTheBestOfAllPairings() {
    SplittableRandom random = new Seed(7).random();
    for (int trial = 0; trial < 500; trial++) {
      Matrix costs = Matrix.zeros(random.nextInt(1, 7), random.nextInt(1, 7));
      boolean ties = trial % 2 == 0;
      for (int i = 0; i < costs.array().length; i++) {
        costs.array()[i] = ties ? random.nextInt(-2, 3) : random.nextDouble() * 10 - 5;
      }

      Assignment assignment = Assignment.ofMinimumCost(costs);

      int free = Math.max(0, costs.rows() - costs.columns());
      assertThat(assignment.cost()).isCloseTo(cheapest(costs, 0, 0, free), within(1e-9));
      assertThat(costOfDistinctPairs(assignment, costs))
          .isCloseTo(assignment.cost(), within(1e-12));
    }
  }

  @Test
  void leavesRowsWithoutAColumnWhenThereAreMoreRows() {
    Assignment assignment =
        Assignment.ofMinimumCost(
            Matrix.ofRows(new double[] {5}, new double[] {1}, new double[] {3}));

    assertThat(assignment.columnOf(0)).isEqualTo(-1);
    assertThat(assignment.columnOf(1)).isEqualTo(0);
    assertThat(assignment.columnOf(2)).isEqualTo(-1);
  }

  @Test
  void acceptsAMatrixWithoutColumns() {
    assertThat(Assignment.ofMinimumCost(Matrix.zeros(2, 0)).columnOf(1)).isEqualTo(-1);
    assertThat(Assignment.ofMinimumCost(Matrix.zeros(0, 2)).cost()).isZero();
  }

  @Test
  void rejectsCostsThatAreNotFinite() {
    Matrix costs = Matrix.ofRows(new double[] {1, Double.NaN});

    assertThatThrownBy(() -> Assignment.ofMinimumCost(costs))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN");
  }

  private static double costOfDistinctPairs(Assignment assignment, Matrix costs) {
    boolean[] used = new boolean[costs.columns()];
    double cost = 0;
    int pairs = 0;
    for (int i = 0; i < costs.rows(); i++) {
      int j = assignment.columnOf(i);
      if (j >= 0) {
        assertThat(used[j]).isFalse();
        used[j] = true;
        cost += costs.at(i, j);
        pairs++;
      }
    }
    assertThat(pairs).isEqualTo(Math.min(costs.rows(), costs.columns()));
    return cost;
  }

  // Tries every column not in the set for this row, and no column while rows may stay free.
  private static double cheapest(Matrix costs, int row, int usedColumns, int freeRows) {
    if (row == costs.rows()) {
      return 0;
    }
    double best =
        freeRows > 0
            ? cheapest(costs, row + 1, usedColumns, freeRows - 1)
            : Double.POSITIVE_INFINITY;
    for (int j = 0; j < costs.columns(); j++) {
      if ((usedColumns & 1 << j) == 0) {
        double rest = cheapest(costs, row + 1, usedColumns | 1 << j, freeRows);
        best = Math.min(best, costs.at(row, j) + rest);
      }
    }
    return best;
  }
}
