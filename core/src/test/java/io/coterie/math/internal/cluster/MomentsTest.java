package io.coterie.math.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Iris;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MomentsTest {
  private final Parallel one = Parallel.sequential();

  @Test
  void sitesAddUpToThoseOfAllRows() {
    Matrix rows = Iris.load().rows();
    double[] origin = {5, 3, 4, 1};
    Moments all = Moments.of(rows, origin, one);
    Moments parts =
        Moments.of(rows.selectRows(IntStream.range(0, 40).toArray()), origin, one)
            .plus(Moments.of(rows.selectRows(IntStream.range(40, 150).toArray()), origin, one));

    assertThat(parts.count()).isEqualTo(150);
    assertThat(parts.covariance().array()).containsExactly(all.covariance().array(), within(1e-12));
    assertThat(all.mean())
        .containsExactly(
            new double[] {876.5 / 150, 458.6 / 150, 563.7 / 150, 179.9 / 150}, within(1e-12));
    assertThatThrownBy(() -> all.plus(Moments.of(rows, new double[4], one)))
        .hasMessageContaining("different origins");
  }

  @Test
  void areTheSameForAnyNumberOfThreadsAndSymmetric() {
    Matrix rows = Matrix.zeros(9500, 6);
    SplittableRandom random = new Seed(6).random();
    Arrays.setAll(rows.array(), i -> random.nextGaussian() + i % 6);
    Moments moments = Moments.of(rows, new double[6], one);
    double direct = 0;
    for (int i = 0; i < rows.rows(); i++) {
      direct += rows.at(i, 4) * rows.at(i, 1);
    }
    assertThat(moments.scatter().at(4, 1)).isCloseTo(direct, within(1e-8));
    assertThat(moments.scatter().at(1, 4)).isEqualTo(moments.scatter().at(4, 1));
    try (Parallel four = Parallel.of(4)) {
      assertThat(Moments.of(rows, new double[6], four).scatter().array())
          .isEqualTo(moments.scatter().array());
    }
  }
}
