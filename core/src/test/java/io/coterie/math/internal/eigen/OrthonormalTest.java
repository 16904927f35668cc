package io.coterie.math.internal.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.graph.RandomGraphs;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import org.junit.jupiter.api.Test;

class OrthonormalTest {
  private static final Seed SEED = new Seed(23);

  private static Matrix orthonormal(Matrix block) {
    Matrix basis = Orthonormal.of(block, SEED.random());
    Matrix gram = Blas.multiplyTransposed(basis, basis);
    for (int i = 0; i < gram.rows(); i++) {
      for (int j = 0; j < gram.rows(); j++) {
        assertThat(gram.at(i, j)).isCloseTo(i == j ? 1 : 0, within(1e-13));
      }
    }
    return basis;
  }

  /** Requires that the basis spans the column: its projection has the same length. */
  private static void requireSpanned(Matrix basis, Matrix block, int column) {
    Matrix vector = Matrix.zeros(block.rows(), 1);
    double squares = 0;
    for (int i = 0; i < block.rows(); i++) {
      vector.array()[i] = block.at(i, column);
      squares += block.at(i, column) * block.at(i, column);
    }
    double kept = 0;
    for (double share : Blas.multiplyTransposed(basis, vector).array()) {
      kept += share * share;
    }
    assertThat(kept / squares).isCloseTo(1, within(1e-12));
  }

  @Test
  void keepsTheSpanOfIndependentColumns() {
    Matrix block = RandomGraphs.randomMatrix(500, 8, SEED);
    Matrix basis = orthonormal(block);
    for (int j = 0; j < 8; j++) {
      requireSpanned(basis, block, j);
    }
  }

  @Test
  void copesWithColumnsOfVeryDifferentLength() {
    Matrix block = RandomGraphs.randomMatrix(500, 6, SEED);
    for (int i = 0; i < 500; i++) {
      for (int j = 0; j < 6; j++) {
        block.set(i, j, block.at(i, j) * Math.pow(10, 40 * j - 100));
      }
    }
    Matrix basis = orthonormal(block);
    for (int j = 1; j < 6; j++) {
      requireSpanned(basis, block, j);
    }
  }

  @Test
  void fillsUpWhereColumnsDepend() {
    Matrix block = RandomGraphs.randomMatrix(300, 7, SEED);
    for (int i = 0; i < 300; i++) {
      block.set(i, 2, block.at(i, 0) - 3 * block.at(i, 1));
      block.set(i, 4, 0);
      block.set(i, 5, block.at(i, 3) * (1 + 1e-9 * i / 300.0));
    }
    Matrix basis = orthonormal(block);
    for (int j : new int[] {0, 1, 2, 3, 6}) {
      requireSpanned(basis, block, j);
    }
  }
}
