package io.coterie.method.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.method.verdict.HalfSums.Half;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of anchors have K records in every half, and sums over them say where records lie. */
class AnchorGroupsTest {
  private static final int K = 10;

  private static Half half(Matrix anchors, long... counts) {
    return new Half(counts, anchors, new double[0], new double[0]);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void everyGroupHasKRecordsInEveryHalf(long seed) {
    SplittableRandom random = new Seed(seed).random();
    Matrix anchors = Matrix.zeros(60, 3).map((i, j, value) -> random.nextGaussian());
    List<Half> halves =
        List.of(
            half(anchors, random.longs(60, 0, 9).toArray()),
            half(anchors, random.longs(60, 0, 9).toArray()));

    AnchorGroups groups = AnchorGroups.of(anchors, halves, K, 20);

    assertThat(groups.count()).isBetween(5, 20);
    for (Half half : halves) {
      long[] records = new long[groups.count()];
      for (int p = 0; p < 60; p++) {
        records[groups.ofAnchor()[p]] += half.counts()[p];
      }
      assertThat(Arrays.stream(records).min().orElseThrow()).isGreaterThanOrEqualTo(K);
    }
    assertThat(AnchorGroups.of(anchors, halves, K, 2).count()).isEqualTo(2);
  }

  @Test
  void halvesOfFewRecordsHaveNoGroups() {
    Matrix anchors = Matrix.zeros(3, 1).map((i, j, value) -> i);
    AnchorGroups groups =
        AnchorGroups.of(anchors, List.of(half(anchors, 9, 9, 9), half(anchors, 3, 3, 3)), K, 3);

    assertThat(groups.count()).isZero();
    long[] sums = new long[groups.size(2)];
    groups.add(new double[] {5}, 0, 1, sums);
    assertThat(sums).containsOnly(0);
  }

  @Test
  void anchorsMoveByWhatTheirGroupsMeansDiffer() {
    Matrix anchors = Matrix.ofRows(new double[] {0}, new double[] {1}, new double[] {10});
    List<Half> halves = List.of(half(anchors, 6, 6, 12), half(anchors, 12, 12, 12));
    AnchorGroups groups = AnchorGroups.of(anchors, halves, K, 3);
    assertThat(groups.ofAnchor()).isEqualTo(new int[] {0, 0, 1});

    long[] sums = new long[groups.size(2)];
    for (int i = 0; i < 12; i++) {
      groups.add(new double[] {2}, i % 2, 0, sums); // the anchors' own mean is .5
      groups.add(new double[] {10.25}, 2, 0, sums);
    }
    Half moved = groups.moved(halves.get(0), 0, sums);

    assertThat(moved.anchors().at(0, 0)).isCloseTo(1.5, within(1e-6));
    assertThat(moved.anchors().at(1, 0)).isCloseTo(2.5, within(1e-6));
    assertThat(moved.anchors().at(2, 0)).isCloseTo(10.25, within(1e-6));
  }
}
