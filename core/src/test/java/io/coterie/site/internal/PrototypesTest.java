package io.coterie.site.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.internal.LaplaceMechanism;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PrototypesTest {
  /** Two records of group 1 with one of group 0 between them. */
  private static final Matrix RECORDS = Matrix.ofRows(row(0, 0), row(10, -3), row(4, 2));

  private static final int[] GROUPS = {1, 0, 1};

  @Test
  void fullPrototypesAreTheShrunkMomentsOfEachGroup() {
    Prototypes found = Prototypes.full(RECORDS, GROUPS, 2);

    assertThat(found.counts()).isEqualTo(Vector.of(1, 2));
    assertClose(found.means(), 10, -3, 2, 1);
    // Group 1: S = [4 2; 2 1], a = 2 / (2 + 2), tr S / d = 2.5. Group 0: S = 0. The variances over
    // all records are 152/9 and 38/9, so v = 95/9 and every variance is lifted by 0.001 v + 1e-10.
    double lift = 0.001 * 95 / 9 + 1e-10;
    assertClose(
        found.spreads(), lift, 0, lift, 0.5 * 4 + 1.25 + lift, 0.5 * 2, 0.5 * 1 + 1.25 + lift);
  }

  @Test
  void coversTheUpperTriangleRowByRow() {
    // Columns 1, 2 and 3 times a common factor of variance 1: S_ij = s_i s_j.
    Matrix records = Matrix.ofRows(row(-1, -2, -3), row(1, 2, 3));

    Prototypes found = Prototypes.full(records, new int[2], 1);

    double a = 3.0 / 5;
    double lift = a * 14 / 3 + 0.001 * 14 / 3 + 1e-10;
    double b = 1 - a;
    assertClose(found.spreads(), b + lift, 2 * b, 3 * b, 4 * b + lift, 6 * b, 9 * b + lift);
  }

  @Test
  void diagonalPrototypesAreThePlainVariancesOfEachGroup() {
    Prototypes found = Prototypes.diagonal(RECORDS, GROUPS, 2);

    assertThat(found.counts()).isEqualTo(Vector.of(1, 2));
    assertClose(found.means(), 10, -3, 2, 1);
    assertClose(found.spreads(), 0, 0, 4, 1);
  }

  @Test
  void variancesFarFromZeroDoNotCancel() {
    Matrix records = Matrix.ofRows(row(1e8), row(1e8 + 1), row(1e8 + 2));

    double variance = 2.0 / 3;
    assertThat(Prototypes.diagonal(records, new int[3], 1).spreads().at(0, 0))
        .isCloseTo(variance, within(1e-9));
    // In one dimension shrinking leaves S as it is: only the lift is added.
    assertThat(Prototypes.full(records, new int[3], 1).spreads().at(0, 0))
        .isCloseTo(1.001 * variance + 1e-10, within(1e-9));
  }

  @Test
  void noiseHasThePaperScale() {
    // The smallest group has 4 records; the largest absolute sum of a record is R = 3 + 4 = 7.
    int groups = 4000;
    int dimension = 25;
    double epsilon = 0.5;
    Matrix records = Matrix.zeros(3, dimension);
    records.set(1, 3, 3);
    records.set(1, 7, -4);
    records.set(2, 0, 6);
    double[] counts = new double[groups];
    Arrays.fill(counts, 9);
    counts[17] = 4;
    Prototypes exact =
        new Prototypes(
            Vector.of(counts),
            Matrix.zeros(groups, dimension),
            Matrix.zeros(groups, dimension * (dimension + 1) / 2));

    Prototypes noisy = exact.noisy(records, epsilon, laplace(1));

    assertThat(noisy.counts()).isEqualTo(exact.counts());
    assertLaplace(noisy.means().array(), 2 * 7 / (4 * epsilon));
    assertLaplace(noisy.spreads().array(), (2 * Math.sqrt(2) + 4) * 49 / (4 * epsilon));
    // The exact values are not written over.
    assertThat(exact.means().array()).containsOnly(0);
    assertThat(exact.spreads().array()).containsOnly(0);
  }

  /**
   * The variance is 2 b² with standard error b² sqrt(20 / n), the mean 0 with b sqrt(2 / n). Five
   * standard errors each: right noise fails for fewer than 2 seeds in 10⁶, and a scale off by 4 %
   * fails for nearly all at the 10⁵ values of the means.
   */
  private static void assertLaplace(double[] noise, double scale) {
    double sum = 0;
    double squares = 0;
    for (double value : noise) {
      sum += value;
      squares += value * value;
    }
    int n = noise.length;
    assertThat(sum / n).isCloseTo(0, within(5 * scale * Math.sqrt(2.0 / n)));
    assertThat(squares / n)
        .isCloseTo(2 * scale * scale, within(5 * scale * scale * Math.sqrt(20.0 / n)));
  }

  @Test
  void noiseIsAddedToTheExactValues() {
    Prototypes exact = Prototypes.full(RECORDS, GROUPS, 2);

    // At this budget the scales are below 1e-9: what is left is the exact value.
    Prototypes noisy = exact.noisy(RECORDS, 1e12, laplace(2));

    assertThat(noisy.means().array()).isNotEqualTo(exact.means().array());
    assertClose(noisy.means(), exact.means().array());
    assertThat(noisy.spreads().array())
        .usingComparatorWithPrecision(1e-8)
        .containsExactly(exact.spreads().array());
  }

  @Test
  void everyValueHasItsOwnNoiseAndASeedRepeatsIt() {
    Prototypes exact = new Prototypes(Vector.of(3, 3), Matrix.zeros(2, 2), Matrix.zeros(2, 3));

    Prototypes noisy = exact.noisy(RECORDS, 1, laplace(3));
    Prototypes again = exact.noisy(RECORDS, 1, laplace(3));
    Prototypes other = exact.noisy(RECORDS, 1, laplace(4));

    assertThat(noisy.means().array()).doesNotHaveDuplicates();
    assertThat(noisy.spreads().array()).doesNotHaveDuplicates();
    assertThat(again.means().array()).isEqualTo(noisy.means().array());
    assertThat(again.spreads().array()).isEqualTo(noisy.spreads().array());
    assertThat(other.means().array()).isNotEqualTo(noisy.means().array());
    assertThat(other.spreads().array()).isNotEqualTo(noisy.spreads().array());
  }

  @Test
  void recordsOfZerosCanBeMadeNoisy() {
    Matrix zeros = Matrix.zeros(3, 2);

    Prototypes noisy = Prototypes.full(zeros, new int[3], 1).noisy(zeros, 1, laplace(5));

    for (double value : noisy.means().array()) {
      assertThat(value).isCloseTo(0, within(1e-6));
    }
    for (double value : noisy.spreads().array()) {
      assertThat(value).isCloseTo(0, within(1e-6));
    }
  }

  private static LaplaceMechanism laplace(long seed) {
    return new LaplaceMechanism(NoiseSource.repeatable(new Seed(seed)));
  }

  private static void assertClose(Matrix found, double... expected) {
    assertThat(found.array()).usingComparatorWithPrecision(1e-10).containsExactly(expected);
  }

  private static double[] row(double... values) {
    return values;
  }
}
