package io.coterie.deep.plus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.ClusterSums;
import org.junit.jupiter.api.Test;

final class RoundCentersTest {
  private static final ClusterSums FIRST =
      new ClusterSums(
          Vector.of(4, 6), Matrix.ofRows(new double[] {8, 4, 0, 0}, new double[] {-6, 12, 0, 0}));

  @Test
  void aClusterKeepsItsNumberWhateverItIsCalled() {
    RoundCenters before = RoundCenters.first(FIRST, 2);
    assertThat(before.prototypes().array()).containsExactly(2, 1, -1, 2);
    assertThat(before.changed()).isEqualTo(1);

    // The clusters are called the other way round now, and one record went over.
    RoundCenters after =
        before.next(
            new ClusterSums(
                Vector.of(5, 5),
                Matrix.ofRows(new double[] {-5, 5, 0, 5}, new double[] {10, 10, 4, 1})),
            2);
    assertThat(after.numbers()).isEqualTo(IntVector.of(1, 0));
    assertThat(after.prototypes().array()).containsExactly(2, 2, -1, 1);
    assertThat(after.changed()).isCloseTo(0.1, within(1e-12));
  }

  @Test
  void aClusterWithoutRecordsHasNoPrototype() {
    ClusterSums sums =
        new ClusterSums(
            Vector.of(0, 6), Matrix.ofRows(new double[] {0, 0, 0, 0}, new double[] {-6, 12, 0, 0}));
    assertThat(RoundCenters.first(sums, 2).prototypes().array()).containsExactly(-1, 2);
  }
}
