package io.coterie.site.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.KernelGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpectralEmbeddingTest {
  private static final Seed SEED = new Seed(3);

  private static Matrix line(int rows) {
    SplittableRandom random = SEED.random();
    Matrix records = Matrix.zeros(rows, 2);
    for (int i = 0; i < rows; i++) {
      records.set(i, 0, i + 0.3 * random.nextDouble());
      records.set(i, 1, random.nextDouble());
    }
    return records;
  }

  @Test
  void columnsAreEigenvectorsOfTheRandomWalk() {
    Matrix records = line(40);
    SpectralEmbedding found = SpectralEmbedding.of(records, 3, SEED, Parallel.sequential());
    SparseGraph graph = KernelGraph.of(records, Parallel.sequential());

    Matrix image = graph.multiply(found.rows(), Parallel.sequential());
    double previous = 1 + 1e-9;
    for (int j = 0; j < 3; j++) {
      // W v = λ D v for one λ, no larger than the one before; the first is 1.
      double eigenvalue = 0;
      double squares = 0;
      for (int i = 0; i < 40; i++) {
        eigenvalue += image.at(i, j) * found.rows().at(i, j);
        squares += graph.degree(i) * found.rows().at(i, j) * found.rows().at(i, j);
      }
      eigenvalue /= squares;
      assertThat(eigenvalue).isLessThanOrEqualTo(previous);
      previous = eigenvalue;
      double meanSquare = 0;
      for (int i = 0; i < 40; i++) {
        double v = found.rows().at(i, j);
        assertThat(image.at(i, j)).isCloseTo(eigenvalue * graph.degree(i) * v, within(1e-6));
        meanSquare += v * v / 40;
      }
      assertThat(meanSquare).isCloseTo(1, within(1e-9));
    }
    for (int i = 0; i < 40; i++) {
      assertThat(Math.abs(found.rows().at(i, 0))).isCloseTo(1, within(1e-6));
    }
    assertThat(found.components()).isEqualTo(1);
    assertThat(found.converged()).isTrue();
  }

  @Test
  void oneRecordIsAtOne() {
    Matrix one = Matrix.ofRows(new double[] {4, 2});

    assertThat(SpectralEmbedding.of(one, 1, SEED, Parallel.sequential()).rows().at(0, 0))
        .isEqualTo(1);
  }

  @Test
  void alignmentTurnsTheColumnsWhoseSignDiffersAtTheSharedRow() {
    Matrix rows = Matrix.ofRows(new double[] {1, -2, 3, 0}, new double[] {-4, -5, 6, 0});

    Matrix aligned = SpectralEmbedding.aligned(rows, 1, new double[] {0.1, -7, -0.2, 1});

    assertThat(aligned.row(0)).containsExactly(-1, -2, -3, 0);
    assertThat(aligned.row(1)).containsExactly(4, -5, -6, 0);
    assertThat(SpectralEmbedding.absolute(rows).array()).containsExactly(1, 2, 3, 0, 4, 5, 6, 0);
  }

  @Test
  void theSharedPointIsAMeanOfNearRecordsAndNoRecord() {
    Matrix records = line(49);
    Vector point = SharedMean.of(records, 1, SEED, Parallel.sequential());

    // Seven consecutive records of the line, fewer at its ends: their mean lies among them.
    for (int i = 0; i < 49; i++) {
      assertThat(records.row(i)).isNotEqualTo(point.toArray());
    }
    assertThat(point.at(0)).isBetween(2.5, 46.5);
    assertThat(SharedMean.isPossible(line(5), 1)).isTrue();
    assertThat(SharedMean.isPossible(line(5), 6)).isFalse();
    assertThat(SharedMean.isPossible(line(4), 1)).isFalse();
    assertThatThrownBy(() -> SharedMean.of(line(4), 1, SEED, Parallel.sequential()))
        .hasMessageContaining("at least 5");
    assertThat(
            SharedMean.of(
                    Matrix.ofRows(
                        new double[] {0},
                        new double[] {1},
                        new double[] {2},
                        new double[] {3},
                        new double[] {9}),
                    1,
                    SEED,
                    Parallel.sequential())
                .at(0))
        .isCloseTo(3, within(1e-12));
  }
}
