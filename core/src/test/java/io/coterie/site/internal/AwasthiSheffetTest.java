package io.coterie.site.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AwasthiSheffetTest {
  private static final Parallel ALONE = Parallel.sequential();

  @Test
  void theCoreOfASeedIsWhatIsAtMostAThirdAsFarFromItAsFromAnyOther() {
    // Seeds at 0 and 8: the border of the first core is x with 3 x = 8 - x, that is 2.
    Matrix points = line(0, 1, 2, 2.001, 4, 5.999, 6, 8);

    Matrix means = AwasthiSheffet.coreMeans(points, line(0, 8));

    assertThat(means.array()).containsExactly((0 + 1 + 2) / 3.0, (6 + 8) / 2.0);
  }

  @Test
  void theThirdSeedCountsToo() {
    // 1 is within a third of (0, 8) but not of (0, 3): 3 * 1 > 2.
    Matrix means = AwasthiSheffet.coreMeans(line(0, 0.5, 1, 8), line(0, 3, 8));

    assertThat(means.array()).containsExactly(0.25, 3, 8);
  }

  @Test
  void aSeedWithoutACoreStaysAndOneSeedTakesAll() {
    assertThat(AwasthiSheffet.coreMeans(line(2, 2.5), line(0, 4)).array()).containsExactly(0, 4);
    assertThat(AwasthiSheffet.coreMeans(line(1, 2, 6), line(1)).array()).containsExactly(3);
  }

  @ParameterizedTest
  @CsvSource({"40,6,3", "5,30,2"})
  void theAxesSpanTheLeadingSingularVectorsOfRecordsThatAreNotCentered(int n, int d, int count) {
    Matrix records = random(n, d);
    // Of both Gram matrices the nonzero spectrum is that of A: ‖A V‖² is the sum of its top part.
    Matrix gram = Blas.multiplyByTransposed(records, records);
    double[] values = Blas.symmetricEigen(gram).values();
    double expected = 0;
    for (int k = 0; k < count; k++) {
      expected += values[n - 1 - k];
    }

    Matrix axes = AwasthiSheffet.axes(records, count, ALONE);

    Matrix inner = Blas.multiplyTransposed(axes, axes);
    double captured = 0;
    for (double value : Blas.multiply(records, axes).array()) {
      captured += value * value;
    }
    assertThat(captured).isCloseTo(expected, within(1e-9 * expected));
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
        assertThat(inner.at(i, j)).isCloseTo(i == j ? 1 : 0, within(1e-10));
      }
    }
  }

  @Test
  void aRecordAloneJoinsTheNearestClusterThatHasMore() {
    AwasthiSheffet.Result result =
        AwasthiSheffet.withoutSingles(line(0, 2, 9, 20, 22), new int[] {3, 3, 1, 0, 0}, 4);

    // 9 is 8 from the mean 1 and 12 from the mean 21.
    assertThat(result.groups()).containsExactly(1, 1, 1, 0, 0);
    assertThat(result.centers().array()).containsExactly(21, 11 / 3.0);
  }

  @ParameterizedTest
  @CsvSource({"2,5", "3,3", "5,5", "7,4", "30,12"})
  void noCenterIsARecord(int n, int clusterCount) {
    Matrix records = random(n, 3);

    AwasthiSheffet.Result result =
        new AwasthiSheffet(clusterCount, new Seed(7), ALONE).fit("a", records);

    assertThat(result.centers().rows()).isBetween(1, Math.min(clusterCount, n / 2));
    for (int c = 0; c < result.centers().rows(); c++) {
      for (int i = 0; i < n; i++) {
        assertThat(records.squaredDistance(i, result.centers(), c)).isGreaterThan(1e-6);
      }
    }
  }

  @Test
  void aSiteOfOneRecordIsRefused() {
    assertThatThrownBy(() -> new AwasthiSheffet(3, new Seed(7), ALONE).fit("north", line(4)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("Site north has only one record")
        .satisfies(e -> assertThat(((CoterieException) e).code()).isEqualTo(ErrorCode.BAD_DATA));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void equalRecordsAreOneCluster(int value) {
    Matrix records = Matrix.zeros(8, 20);
    java.util.Arrays.fill(records.array(), value);

    AwasthiSheffet.Result result = new AwasthiSheffet(3, new Seed(7), ALONE).fit("a", records);

    assertThat(result.centers().array()).containsOnly(value);
  }

  private static Matrix line(double... values) {
    return Matrix.over(values.length, 1, values);
  }

  private static Matrix random(int rows, int columns) {
    SplittableRandom random = new Seed(3).child(rows).random();
    Matrix records = Matrix.zeros(rows, columns);
    for (int i = 0; i < rows * columns; i++) {
      records.array()[i] = 2 + random.nextGaussian();
    }
    return records;
  }
}
