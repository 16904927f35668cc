package io.coterie.site.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubspaceTest {
  private static final Seed SEED = new Seed(6);

  /** Rows near the plane of the first two axes, in so many dimensions. */
  private static Matrix plane(int rows, int dimension) {
    SplittableRandom random = SEED.random();
    Matrix result = Matrix.zeros(rows, dimension);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < dimension; j++) {
        result.set(i, j, (j < 2 ? 1 : 0.001) * random.nextGaussian());
      }
    }
    return result.unitRows();
  }

  @Test
  void theLargestDropIsTheFirstOfEquals() {
    assertThat(Subspace.beforeLargestDrop(new double[] {1, 1, 1, 0.2, 0.1})).isEqualTo(3);
    assertThat(Subspace.beforeLargestDrop(new double[] {9, 2, 1})).isEqualTo(1);
    assertThat(Subspace.beforeLargestDrop(new double[] {4, 3, 2, 1})).isEqualTo(1);
    assertThat(Subspace.beforeLargestDrop(new double[] {4})).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 60}) // more rows than columns, and fewer
  void findsThePlaneAndItsDimension(int dimension) {
    Subspace found = Subspace.of(plane(20, dimension));

    assertThat(found.dimension()).isEqualTo(2);
    for (int a = 0; a < 2; a++) {
      for (int b = 0; b < 2; b++) {
        double product = 0;
        for (int i = 0; i < dimension; i++) {
          product += found.basis().at(i, a) * found.basis().at(i, b);
        }
        assertThat(product).isCloseTo(a == b ? 1 : 0, within(1e-9));
      }
    }
    double[] axis = new double[dimension];
    axis[0] = 1;
    assertThat(found.squaredProjection(axis)).isCloseTo(1, within(1e-3));
    axis[0] = 0;
    axis[dimension - 1] = 1;
    assertThat(found.squaredProjection(axis)).isCloseTo(0, within(1e-3));
  }

  @Test
  void samplesHaveUnitLengthLieInTheSubspaceAndFollowTheSeed() {
    Subspace found = Subspace.of(plane(20, 5));

    double[] sample = found.sample(SEED.child(1));

    double squares = 0;
    for (double value : sample) {
      squares += value * value;
    }
    assertThat(squares).isCloseTo(1, within(1e-12));
    assertThat(found.squaredProjection(sample)).isCloseTo(1, within(1e-12));
    assertThat(found.sample(SEED.child(1))).isEqualTo(sample);
    assertThat(found.sample(SEED.child(2))).isNotEqualTo(sample);
  }

  @Test
  void recordsThatAreZeroSpanNothing() {
    Subspace nothing = Subspace.of(Matrix.zeros(6, 3));

    assertThat(nothing.dimension()).isZero();
    assertThat(nothing.sample(SEED)).containsOnly(0);
  }

  @Test
  void smallGroupsJoinTheSubspaceThatHoldsThem() {
    // Two lines with six records each, and a group of two records near the second line.
    Matrix rows = Matrix.zeros(14, 3);
    int[] groups = new int[14];
    for (int i = 0; i < 14; i++) {
      rows.set(i, i < 6 ? 0 : 1, i % 2 == 0 ? 1 : -1);
      rows.set(i, 2, i < 12 ? 0.01 * (i % 3) : 0.3);
      groups[i] = i < 6 ? 2 : (i < 12 ? 0 : 1);
    }

    int[] result = SubspaceClusters.dissolveSmall(rows.unitRows(), groups, 3, 5);

    assertThat(result).containsExactly(1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    assertThat(
            SubspaceClusters.dissolveSmall(
                rows, new int[] {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6}, 7, 5))
        .containsOnly(0);
  }

  @Test
  void theFirstGapDoesNotCount() {
    assertThat(SubspaceClusters.groupsBefore(new double[] {1, 0.5, 0.45, 0.2, 0.1})).isEqualTo(3);
    assertThat(SubspaceClusters.groupsBefore(new double[] {1, 1, 0.3, 0.2})).isEqualTo(2);
    assertThat(SubspaceClusters.groupsBefore(new double[] {1, 0.3})).isEqualTo(2);
    assertThat(SubspaceClusters.groupsBefore(new double[] {1})).isEqualTo(1);
  }

  @Test
  void theSpectrumTellsHowManySubspacesThereAre() {
    // Three lines at right angles: the graph has three components, eigenvalue 1 three times.
    SplittableRandom random = SEED.random();
    Matrix rows = Matrix.zeros(60, 4);
    for (int i = 0; i < 60; i++) {
      rows.set(i, i % 3, random.nextGaussian());
    }

    SubspaceClusters found =
        SubspaceClusters.of(rows.unitRows(), OptionalInt.empty(), SEED, Parallel.sequential());

    assertThat(found.found()).isEqualTo(3);
    assertThat(found.groupCount()).isEqualTo(3);
    for (int i = 3; i < 60; i++) {
      assertThat(found.groups().at(i)).isEqualTo(found.groups().at(i % 3));
    }
    assertThat(
            SubspaceClusters.of(rows.unitRows(), OptionalInt.of(1), SEED, Parallel.sequential())
                .groupCount())
        .isEqualTo(1);
  }
}
