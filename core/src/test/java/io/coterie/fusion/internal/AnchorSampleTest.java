package io.coterie.fusion.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.Microclusters;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnchorSampleTest {
  @Test
  void keepsAllWhereFewerExistThanAreWanted() {
    Matrix anchors =
        AnchorSample.of(List.of(site(0, 5, 10), site(5, 3, 10)), 2, Integer.MAX_VALUE, new Seed(1));

    assertThat(anchors.array()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void keepsTwentyTimesTheRootOfTheRecords() {
    // 900 microclusters of 10: 20 √9000 = 1897.4 exceeds them. Of 100: 20 √10000 = 2000 of 5000.
    assertThat(AnchorSample.of(List.of(site(0, 900, 10)), 2, Integer.MAX_VALUE, new Seed(1)).rows())
        .isEqualTo(900);
    assertThat(AnchorSample.of(List.of(site(0, 5000, 2)), 2, Integer.MAX_VALUE, new Seed(1)).rows())
        .isEqualTo(2000);
  }

  @Test
  void neverMoreThanAThirdOfTheRecords() {
    assertThat(AnchorSample.of(List.of(site(0, 300, 1)), 2, Integer.MAX_VALUE, new Seed(1)).rows())
        .isEqualTo(100);
  }

  @Test
  void keepsAnAnchorForEachClusterOfHardlyMoreRecords() {
    List<Microclusters> sites = List.of(site(0, 2, 1), site(2, 1, 1));

    assertThat(AnchorSample.of(sites, 2, Integer.MAX_VALUE, new Seed(0)).rows()).isEqualTo(2);
    assertThat(AnchorSample.of(sites, 3, Integer.MAX_VALUE, new Seed(0)).rows()).isEqualTo(3);
  }

  @Test
  void drawsWithoutReplacementInOrderAndByCount() {
    // Half of the microclusters count four times as much, and 300 of 600 are drawn. A heavy one is
    // left with probability u⁴ and a light one with u, where u⁴ + u = 1: u = .7245.
    double[] counts = new double[600];
    Arrays.setAll(counts, i -> i % 2 == 0 ? 0.6 : 2.4);
    Matrix means = Matrix.zeros(600, 1);
    Arrays.setAll(means.array(), i -> i);
    double heavy = 0;
    int seeds = 100;
    for (int s = 0; s < seeds; s++) {
      double[] drawn =
          AnchorSample.of(
                  List.of(new Microclusters(Vector.of(counts), means)),
                  1,
                  Integer.MAX_VALUE,
                  new Seed(s))
              .array();
      assertThat(drawn).hasSize(300).isSorted().doesNotHaveDuplicates();
      heavy += Arrays.stream(drawn).filter(i -> i % 2 == 1).count();
    }
    // A heavy one is drawn with probability 1 − u⁴ = u; five standard errors of 30 000 draws are
    // .013.
    assertThat(heavy / (300 * seeds)).isCloseTo(0.7245, within(0.013));
  }

  private static Microclusters site(int from, int count, double size) {
    double[] counts = new double[count];
    Arrays.fill(counts, size);
    Matrix means = Matrix.zeros(count, 1);
    Arrays.setAll(means.array(), i -> from + i);
    return new Microclusters(Vector.of(counts), means);
  }
}
