package io.coterie.math.internal.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.graph.RandomGraphs;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.Laplacian;
import io.coterie.graph.internal.NormalizedAdjacency;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockEigenSolverTest {
  private static final Seed SEED = new Seed(17);
  private static final Parallel ONE = Parallel.sequential();

  private static BlockEigenSolver.Result solve(
      BlockEigenSolver solver, SymmetricOperator operator) {
    return solver.solve(operator);
  }

  private static Matrix matrixOf(SymmetricOperator operator) {
    Matrix identity = Matrix.zeros(operator.size(), operator.size());
    for (int i = 0; i < operator.size(); i++) {
      identity.set(i, i, 1);
    }
    Matrix matrix = Matrix.zeros(operator.size(), operator.size());
    operator.apply(identity, matrix);
    return matrix;
  }

  /** Requires unit eigenvectors at right angles, residuals as reported and within the tolerance. */
  private static void requirePairs(BlockEigenSolver.Result result, SymmetricOperator operator) {
    requirePairs(result, operator, Math.max(1, operator.bounds().high()));
  }

  private static void requirePairs(
      BlockEigenSolver.Result result, SymmetricOperator operator, double norm) {
    assertThat(result.converged()).isTrue();
    Matrix vectors = result.pairs().vectors();
    Matrix gram = Blas.multiplyTransposed(vectors, vectors);
    Matrix image = Matrix.zeros(vectors.rows(), vectors.columns());
    operator.apply(vectors, image);
    for (int j = 0; j < vectors.columns(); j++) {
      for (int l = 0; l < vectors.columns(); l++) {
        assertThat(gram.at(j, l)).isCloseTo(j == l ? 1 : 0, within(1e-12));
      }
      double squares = 0;
      for (int i = 0; i < vectors.rows(); i++) {
        double error = image.at(i, j) - result.pairs().values()[j] * vectors.at(i, j);
        squares += error * error;
      }
      assertThat(Math.sqrt(squares)).isCloseTo(result.residuals()[j], within(1e-10));
      assertThat(result.residuals()[j]).isLessThan(1e-7 * norm);
    }
  }

  @Test
  void findsTheSmallestPairsOfALaplacianLikeLapack() {
    Laplacian laplacian = new Laplacian(RandomGraphs.connected(2000, 4, SEED), ONE);
    BlockEigenSolver.Result result =
        solve(BlockEigenSolver.smallest(21, 1e-7, new Seed(0), ONE), laplacian);
    requirePairs(result, laplacian);
    assertThat(result.iterations()).isPositive();
    double[] expected = Blas.symmetricEigen(matrixOf(laplacian), 0, 20).values();
    assertThat(result.pairs().values()).containsExactly(expected, within(1e-9));
  }

  @Test
  void findsTheLargestPairsOfANormalizedGraphLikeLapack() {
    NormalizedAdjacency adjacency =
        new NormalizedAdjacency(RandomGraphs.connected(2000, 4, SEED), ONE);
    BlockEigenSolver.Result result =
        solve(BlockEigenSolver.largest(21, 1e-7, new Seed(0), ONE), adjacency);
    requirePairs(result, adjacency);
    EigenPairs expected = Blas.symmetricEigen(matrixOf(adjacency), 1979, 1999);
    for (int j = 0; j < 21; j++) {
      assertThat(result.pairs().values()[j]).isCloseTo(expected.values()[20 - j], within(1e-10));
    }
    assertThat(result.pairs().values()[0]).isCloseTo(1, within(1e-12));
  }

  @Test
  void findsEveryCopyOfARepeatedEigenvalue() {
    int nodes = 300;
    SparseGraph graph = RandomGraphs.parts(7, nodes, SEED);
    Laplacian laplacian = new Laplacian(graph, ONE);
    double[] expected = Blas.symmetricEigen(matrixOf(laplacian), 0, 9).values();
    assertThat(expected[7]).isGreaterThan(0.1);
    for (int count : new int[] {7, 8, 10}) {
      BlockEigenSolver.Result result =
          solve(BlockEigenSolver.smallest(count, 1e-7, new Seed(0), ONE), laplacian);
      requirePairs(result, laplacian);
      for (int j = 0; j < count; j++) {
        assertThat(result.pairs().values()[j]).isCloseTo(expected[j], within(1e-9));
      }
      // The seven vectors span the indicators of the components: the projection keeps them whole.
      Matrix zeros = result.pairs().vectors().firstColumns(7);
      for (int component = 0; component < 7; component++) {
        double kept = 0;
        for (int j = 0; j < 7; j++) {
          double share = 0;
          for (int i = component * nodes; i < (component + 1) * nodes; i++) {
            share += zeros.at(i, j) / Math.sqrt(nodes);
          }
          kept += share * share;
        }
        assertThat(kept).isCloseTo(1, within(1e-10));
      }
    }
  }

  @Test
  void convergesWhenTheWholeBlockHasOneEigenvalue() {
    Laplacian laplacian = new Laplacian(RandomGraphs.parts(100, 20, SEED), ONE);
    BlockEigenSolver.Result result =
        solve(BlockEigenSolver.smallest(10, 1e-7, new Seed(0), ONE), laplacian);
    requirePairs(result, laplacian);
    assertThat(result.pairs().values()).containsExactly(new double[10], within(1e-10));
    assertThat(result.iterations()).isLessThan(20);
  }

  @Test
  void spansTheSameSpaceAsLapackWhereEigenvaluesRepeat() {
    SparseGraph part = RandomGraphs.connected(400, 3, SEED.child("twin"));
    SymmetricOperator twins =
        new NormalizedAdjacency(
            SparseGraph.blockDiagonal(List.of(part, part, part, part, part)), ONE);
    BlockEigenSolver.Result result =
        solve(BlockEigenSolver.largest(15, 1e-7, new Seed(0), ONE), twins);
    requirePairs(result, twins);
    Matrix expected = Blas.symmetricEigen(matrixOf(twins), 1985, 1999).vectors();
    Matrix overlap = Blas.multiplyTransposed(expected, result.pairs().vectors());
    double squares = 0;
    for (double value : overlap.array()) {
      squares += value * value;
    }
    // |P − Q|² = 2 (15 − |overlap|²) for the projectors P and Q onto the two spaces.
    assertThat(15 - squares).isCloseTo(0, within(1e-10));
  }

  @Test
  void takesAnOperatorWithoutBoundsMadeOfSparseAndLowRankParts() {
    SparseGraph graph = RandomGraphs.connected(1800, 3, SEED);
    Matrix thin = RandomGraphs.randomMatrix(1800, 6, SEED.child("thin"));
    SymmetricOperator sum =
        new SymmetricOperator() {
          @Override
          public int size() {
            return 1800;
          }

          @Override
          public void apply(Matrix block, Matrix product) {
            graph.multiply(block, product, ONE);
            double[] low = Blas.multiply(thin, Blas.multiplyTransposed(thin, block)).array();
            for (int i = 0; i < low.length; i++) {
              product.array()[i] -= low[i];
            }
          }
        };
    EigenPairs expected = Blas.symmetricEigen(matrixOf(sum));
    BlockEigenSolver.Result smallest =
        solve(BlockEigenSolver.smallest(9, 1e-7, new Seed(0), ONE), sum);
    double norm = 1.1 * Math.abs(expected.values()[0]);
    requirePairs(smallest, sum, norm);
    BlockEigenSolver.Result largest =
        solve(BlockEigenSolver.largest(9, 1e-7, new Seed(0), ONE), sum);
    requirePairs(largest, sum, norm);
    for (int j = 0; j < 9; j++) {
      assertThat(smallest.pairs().values()[j]).isCloseTo(expected.values()[j], within(1e-8));
      assertThat(largest.pairs().values()[j]).isCloseTo(expected.values()[1799 - j], within(1e-8));
    }
  }

  @Test
  void startsFasterFromTheVectorsOfASimilarOperator() {
    SparseGraph links = RandomGraphs.random(2000, 1, SEED.child("links"));
    SparseGraph graph = RandomGraphs.parts(8, 250, SEED).plus(links.scaled(0.02));
    BlockEigenSolver solver = BlockEigenSolver.smallest(8, 1e-7, new Seed(0), ONE);
    BlockEigenSolver.Result before = solve(solver, new Laplacian(graph, ONE));
    SparseGraph more = RandomGraphs.random(2000, 1, SEED.child("more"));
    Laplacian similar = new Laplacian(graph.plus(more.scaled(1e-4)), ONE);
    BlockEigenSolver.Result cold = solve(solver, similar);
    BlockEigenSolver.Result warm = solver.solve(similar, before.subspace());
    requirePairs(warm, similar);
    assertThat(warm.iterations()).isLessThan(cold.iterations());
    assertThat(warm.applications()).isLessThan(cold.applications() / 2);
    assertThat(warm.pairs().values()).containsExactly(cold.pairs().values(), within(1e-9));
  }

  @Test
  void isNotFooledByAStartThatHidesThePairsAskedFor() {
    Laplacian laplacian = new Laplacian(RandomGraphs.parts(7, 300, SEED), ONE);
    EigenPairs all = Blas.symmetricEigen(matrixOf(laplacian), 0, 40);
    BlockEigenSolver solver = BlockEigenSolver.smallest(8, 1e-7, new Seed(0), ONE);
    for (int hidden : new int[] {1, 3, 7}) {
      Matrix later = Matrix.zeros(2100, 41 - hidden);
      for (int i = 0; i < 2100; i++) {
        for (int j = hidden; j < 41; j++) {
          later.set(i, j - hidden, all.vectors().at(i, j));
        }
      }
      BlockEigenSolver.Result result = solver.solve(laplacian, later);
      requirePairs(result, laplacian);
      assertThat(result.pairs().values())
          .containsExactly(Arrays.copyOf(all.values(), 8), within(1e-9));
    }
  }

  @Test
  void survivesADependentStart() {
    Laplacian laplacian = new Laplacian(RandomGraphs.connected(2000, 4, SEED), ONE);
    double[] expected =
        solve(BlockEigenSolver.smallest(5, 1e-7, new Seed(0), ONE), laplacian).pairs().values();
    Matrix same = Matrix.zeros(2000, 9);
    for (int i = 0; i < 2000; i++) {
      for (int j = 0; j < 6; j++) {
        same.set(i, j, Math.sin(i)); // the last three columns stay zero
      }
    }
    BlockEigenSolver solver = BlockEigenSolver.smallest(5, 1e-7, new Seed(0), ONE);
    BlockEigenSolver.Result result = solver.solve(laplacian, same);
    requirePairs(result, laplacian);
    assertThat(result.pairs().values()).containsExactly(expected, within(1e-9));
  }

  @Test
  void givesTheSameBitsOnAnyNumberOfThreads() {
    SparseGraph graph = RandomGraphs.connected(3000, 6, SEED);
    EigenPairs one =
        solve(
                BlockEigenSolver.largest(6, 1e-7, new Seed(0), ONE),
                new NormalizedAdjacency(graph, ONE))
            .pairs();
    try (Parallel four = Parallel.of(4)) {
      EigenPairs many =
          BlockEigenSolver.largest(6, 1e-7, new Seed(0), four)
              .solve(new NormalizedAdjacency(graph, four))
              .pairs();
      assertThat(many.values()).containsExactly(one.values());
      assertThat(many.vectors().array()).containsExactly(one.vectors().array());
    }
  }

  @Test
  void leavesSmallOperatorsToLapack() {
    NormalizedAdjacency path =
        new NormalizedAdjacency(SparseGraph.builder(3).add(0, 1, 1).add(1, 2, 1).build(), ONE);
    BlockEigenSolver.Result result =
        solve(BlockEigenSolver.largest(3, 1e-7, new Seed(0), ONE), path);
    assertThat(result.pairs().values()).containsExactly(new double[] {1, 0, -1}, within(1e-14));
    assertThat(result.iterations()).isZero();
    requirePairs(result, path);
    // The largest entry of every vector is positive.
    double half = Math.sqrt(0.5);
    assertThat(result.pairs().vectors().at(1, 0)).isCloseTo(half, within(1e-14));
    assertThat(result.pairs().vectors().at(1, 2)).isCloseTo(half, within(1e-14));
    Laplacian three = new Laplacian(RandomGraphs.parts(3, 200, SEED), ONE);
    double[] values =
        solve(BlockEigenSolver.smallest(4, 1e-7, new Seed(0), ONE), three).pairs().values();
    assertThat(values[2]).isCloseTo(0, within(1e-12));
    assertThat(values[3]).isGreaterThan(0.1);
  }

  @Test
  void handlesOperatorsWithASingleEigenvalue() {
    var loops = SparseGraph.builder(2000);
    for (int i = 0; i < 2000; i++) {
      loops.add(i, i, 1 + i % 3);
    }
    NormalizedAdjacency identity = new NormalizedAdjacency(loops.build(), ONE);
    assertThat(
            solve(BlockEigenSolver.largest(3, 1e-7, new Seed(0), ONE), identity).pairs().values())
        .containsExactly(new double[] {1, 1, 1}, within(1e-12));
    Laplacian zero = new Laplacian(loops.build(), ONE);
    assertThat(solve(BlockEigenSolver.smallest(3, 1e-7, new Seed(0), ONE), zero).pairs().values())
        .containsExactly(new double[] {0, 0, 0}, within(1e-12));
  }

  @Test
  void reportsWhenItDidNotConverge() {
    Laplacian laplacian = new Laplacian(RandomGraphs.connected(2000, 4, SEED), ONE);
    BlockEigenSolver.Result result =
        solve(new BlockEigenSolver(1, 4, 1e-12, 1, new Seed(0), ONE), laplacian);
    assertThat(result.converged()).isFalse();
    assertThat(result.iterations()).isEqualTo(1);
  }

  @Test
  void rejectsWhatItCannotSolve() {
    Laplacian laplacian = new Laplacian(SparseGraph.builder(3).build(), ONE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> solve(BlockEigenSolver.smallest(4, 1e-7, new Seed(0), ONE), laplacian))
        .withMessageContaining("at most 3");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                BlockEigenSolver.smallest(1, 1e-7, new Seed(0), ONE)
                    .solve(laplacian, Matrix.zeros(2, 1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlockEigenSolver.largest(0, 1e-7, new Seed(0), ONE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlockEigenSolver.largest(1, Double.NaN, new Seed(0), ONE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BlockEigenSolver(-1, 1, 1e-7, 0, new Seed(0), ONE));
    assertThatIllegalArgumentException().isThrownBy(() -> new SpectrumBounds(2, 1));
  }
}
