package io.coterie.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SparseRowsTest {
  private static final Seed SEED = new Seed(11);
  private static final int ROWS = 400;
  private static final int COLUMNS = 45;

  private final SparseRows rows = randomRows();
  private final Matrix dense = dense(rows);

  private static SparseRows randomRows() {
    SplittableRandom random = SEED.random();
    int[] columns = new int[ROWS * 3];
    double[] weights = new double[ROWS * 3];
    for (int i = 0; i < ROWS; i++) {
      int first = random.nextInt(COLUMNS);
      for (int e = 0; e < 3; e++) {
        columns[3 * i + e] = (first + e * (1 + random.nextInt(14))) % COLUMNS;
        weights[3 * i + e] = random.nextDouble();
      }
      if (columns[3 * i + 2] == columns[3 * i + 1]) {
        weights[3 * i + 2] = 0;
      }
    }
    return SparseRows.of(COLUMNS, 3, columns, weights);
  }

  private static Matrix dense(SparseRows rows) {
    Matrix dense = Matrix.zeros(rows.rowCount(), rows.columnSums().length);
    for (int i = 0; i < rows.rowCount(); i++) {
      int row = i;
      rows.forEachEntry(i, (j, weight) -> dense.set(row, j, dense.at(row, j) + weight));
    }
    return dense;
  }

  @Test
  void gramIsTheProductWithItsTranspose() {
    SparseGraph gram = rows.gram(Parallel.sequential());
    assertThat(RandomGraphs.dense(gram).array())
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(Blas.multiplyTransposed(dense, dense).array());
  }

  @Test
  void gramIsSymmetricToTheLastBitAndTheSameOnAnyNumberOfThreads() {
    SparseGraph gram = rows.gram(Parallel.sequential());
    assertThat(SparseGraph.ofRows(gram.offsets(), gram.columns(), gram.weights())).isEqualTo(gram);
    try (Parallel threads = Parallel.of(3)) {
      assertThat(rows.gram(threads)).isEqualTo(gram);
    }
  }

  /** The anchors of a large study, of which a small site meets few. */
  @Test
  void columnsWithoutEntriesLeaveTheGramAsItIs() {
    int[] columns = new int[ROWS * 3];
    double[] weights = new double[ROWS * 3];
    for (int i = 0; i < ROWS; i++) {
      int at = 3 * i;
      int[] next = {at};
      rows.forEachEntry(
          i,
          (j, weight) -> {
            columns[next[0]] = 7 * j + 5;
            weights[next[0]++] = weight;
          });
    }
    SparseGraph wide =
        SparseRows.of(7 * COLUMNS + 20, 3, columns, weights).gram(Parallel.sequential());
    SparseGraph gram = rows.gram(Parallel.sequential());
    assertThat(wide.weights()).containsExactly(gram.weights());
    for (int i = 0; i < COLUMNS; i++) {
      int row = 7 * i + 5;
      assertThat(wide.offsets()[row]).isEqualTo(gram.offsets()[i]);
      assertThat(wide.offsets()[row + 1]).isEqualTo(gram.offsets()[i + 1]);
    }
    assertThat(wide.columns())
        .containsExactly(Arrays.stream(gram.columns()).map(j -> 7 * j + 5).toArray());
  }

  @Test
  void multipliesAndSumsLikeTheDenseMatrix() {
    Matrix right = RandomGraphs.randomMatrix(COLUMNS, 6, SEED.child("right"));
    assertThat(rows.multiply(right).array())
        .usingComparatorWithPrecision(1e-13)
        .containsExactly(Blas.multiply(dense, right).array());
    Matrix ones = Matrix.over(ROWS, 1, new double[ROWS]);
    Arrays.fill(ones.array(), 1);
    assertThat(rows.columnSums())
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(Blas.multiplyTransposed(dense, ones).array());
  }

  @Test
  void rejectsBadEntries() {
    double[] one = {1, 1};
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparseRows.of(4, 2, new int[] {3, 4}, one))
        .withMessageContaining("column 4");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparseRows.of(4, 2, new int[] {3, 3}, one))
        .withMessageContaining("twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparseRows.of(4, 2, new int[] {0, 1, 2}, new double[3]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparseRows.of(4, 0, new int[0], new double[0]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparseRows.of(4, 2, new int[] {0, 1}, new double[] {1, -1}));
    assertThatIllegalArgumentException().isThrownBy(() -> rows.multiply(Matrix.zeros(3, 3)));
    assertThat(SparseRows.of(4, 2, new int[] {3, 3}, new double[] {1, 0}).rowCount()).isEqualTo(1);
  }
}
