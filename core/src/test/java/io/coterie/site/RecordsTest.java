package io.coterie.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.site.Records.OneBlock;
import io.coterie.site.internal.CenterGroups;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private static final Parallel ONE = Parallel.sequential();

  /** Records of one feature, which is their position. */
  private static Matrix line(int rows) {
    Matrix records = Matrix.zeros(rows, 1);
    for (int i = 0; i < rows; i++) {
      records.set(i, 0, i);
    }
    return records;
  }

  @Test
  void aSampleOfFewIsAllOfThemInOrder() {
    Matrix records = line(100);
    assertThat(Chunks.of(records, 30).sample(new Seed(1)).array()).containsExactly(records.array());
    assertThat(new OneBlock(records).sample(new Seed(1))).isSameAs(records);
  }

  @Test
  void aSampleOfManyHasOneRecordFromEachStretch() {
    int rows = 3 * Records.LARGEST_SAMPLE / 2;
    double[] sample = Chunks.of(line(rows), 4096).sample(new Seed(1)).array();
    assertThat(sample).hasSize(Records.LARGEST_SAMPLE);
    for (int k = 0; k < sample.length; k++) {
      assertThat(sample[k]).isBetween(Math.ceil(1.5 * k), Math.ceil(1.5 * (k + 1)) - 1);
    }
    assertThat(Chunks.of(line(rows), 999).sample(new Seed(1)).array()).containsExactly(sample);
    assertThat(Chunks.of(line(rows), 999).sample(new Seed(2)).array()).isNotEqualTo(sample);
  }

  @Test
  void centersMoveToTheMeansOfAllRecordsNearThem() {
    // 0 .. 9 and 90 .. 99; Lloyd from 0 and 5 has to carry the second center over.
    Matrix records = Matrix.zeros(20, 1);
    for (int i = 0; i < 20; i++) {
      records.set(i, 0, i < 10 ? i : 80 + i);
    }
    CenterGroups groups =
        CenterGroups.lloyd(
            Chunks.of(records, 6), Matrix.ofRows(new double[] {0}, new double[] {5}), ONE);
    assertThat(groups.means().array()).containsExactly(new double[] {4.5, 94.5}, within(1e-12));
    assertThat(groups.counts().toArray()).containsExactly(10, 10);
  }

  @Test
  void smallGroupsJoinTheNearestAndEmptyOnesVanish() {
    Matrix centers =
        Matrix.ofRows(new double[] {0}, new double[] {500}, new double[] {99}, new double[] {50});
    CenterGroups groups =
        CenterGroups.around(
                Chunks.of(
                    Matrix.ofRows(
                        values(0), values(1), values(2), values(98), values(52), values(97)),
                    4),
                centers,
                ONE)
            .withGroupsOf(2);
    // 52 alone is nearer to the mean of 98 and 97 than to that of 0, 1, 2.
    assertThat(groups.groups().toArray()).containsExactly(0, -1, 1, 1);
    assertThat(groups.counts().toArray()).containsExactly(3, 3);
    assertThat(groups.means().array()).containsExactly(new double[] {1, 247 / 3.0}, within(1e-12));
  }

  private static double[] values(double value) {
    return new double[] {value};
  }
}
