package io.coterie.math.internal.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Iris;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.Moments;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PcaTest {
  private final Parallel one = Parallel.sequential();

  @Test
  void projectionKeepsTheVariancesInOrderWithPositiveLargestEntries() {
    Matrix rows = Iris.load().rows();
    Moments moments = Moments.of(rows, new double[4], one);

    Pca pca = Pca.of(moments.covariance(), moments.mean(), 3);
    Matrix projected = pca.project(rows, one);

    // The known leading standard deviations of Iris, with division by n.
    assertThat(pca.variances())
        .containsExactly(new double[] {4.20005343, 0.24105294, 0.07768810}, within(1e-7));
    Moments after = Moments.of(projected, new double[3], one);
    for (int k = 0; k < 3; k++) {
      assertThat(after.mean()[k]).isCloseTo(0, within(1e-12));
      for (int l = 0; l < 3; l++) {
        assertThat(after.covariance().at(k, l))
            .isCloseTo(k == l ? pca.variances()[k] : 0, within(1e-10));
      }
      int axis = k;
      double largest =
          IntStream.range(0, 4)
              .mapToDouble(i -> pca.axes().at(i, axis))
              .reduce(0, (a, b) -> Math.abs(b) > Math.abs(a) ? b : a);
      assertThat(largest).isPositive();
    }
    assertThatThrownBy(() -> Pca.of(moments.covariance(), moments.mean(), 5))
        .hasMessageContaining("dimensions is 5");
  }
}
