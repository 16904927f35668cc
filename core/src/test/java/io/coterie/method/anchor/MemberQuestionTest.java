package io.coterie.method.anchor;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.plan.PrivacyPlan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much one record can move the sums by cluster. */
class MemberQuestionTest {
  private static final int SMALLEST_GROUP = 10;

  /** A hostile mixture: very narrow, so that a record is far from every mean. */
  private static MemberQuestion question(double variance) {
    Matrix covariance = Matrix.ofRows(new double[] {variance, 0}, new double[] {0, variance});
    return new MemberQuestion(
        GaussianMixture.of(
            new double[] {.5, .5},
            Matrix.ofRows(new double[] {-1, 0}, new double[] {1, 0}),
            List.of(covariance)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-12, 1e-6, 1, 1e6})
  void aRecordMovesATotalByLessThanWhatItIsRoundedTo(double variance) {
    long multiple = MemberQuestion.multiple(1); // larger groups have no smaller one
    for (double[] record : new double[][] {{.3, .1}, {1e9, -1e9}, {-1, 0}, {0, 1e-300}}) {
      long[] totals = question(variance).totals(Matrix.ofRows(record)).counts().toArray();
      for (long total : totals) {
        assertThat(Math.abs(total))
            .isLessThanOrEqualTo(MemberQuestion.FARTHEST * MemberQuestion.UNIT)
            .isLessThan(multiple);
      }
    }
  }

  @Test
  void countsAndSumsAreRoundedToMultiples() {
    long multiple = 5 * MemberQuestion.UNIT;
    assertThat(MemberQuestion.multiple(SMALLEST_GROUP)).isEqualTo(multiple);
    assertThat(MemberQuestion.multiple(1)).as("more than a record adds").isEqualTo(multiple);
    assertThat(PrivacyPlan.countMultiple(SMALLEST_GROUP)).isEqualTo(5);
    assertThat(PrivacyPlan.countMultiple(1)).isEqualTo(1);
  }

  @Test
  void partsOfRecordsAddUp() {
    MemberQuestion question = question(1);
    Matrix both = Matrix.ofRows(new double[] {.3, .1}, new double[] {-2, 4});
    long[] one = question.totals(Matrix.ofRows(both.row(0))).counts().toArray();
    long[] other = question.totals(Matrix.ofRows(both.row(1))).counts().toArray();
    long[] sum = question.totals(both).counts().toArray();
    for (int k = 0; k < sum.length; k++) {
      assertThat(sum[k]).isEqualTo(one[k] + other[k]);
    }
  }
}
