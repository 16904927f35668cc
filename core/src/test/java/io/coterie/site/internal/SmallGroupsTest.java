package io.coterie.site.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import org.junit.jupiter.api.Test;

class SmallGroupsTest {
  /** Eight records on a line, in four groups: two of one record, one of two, one of four. */
  private static final Matrix RECORDS =
      Matrix.over(8, 1, new double[] {0, 1, 5, 6, 20, 21, 22, 23});

  private static final int[] GROUPS = {0, 1, 2, 2, 3, 3, 3, 3};

  @Test
  void theSmallestJoinsTheNearestUntilAllAreLargeEnough() {
    SmallGroups two = SmallGroups.join(RECORDS, GROUPS, 4, 2);
    assertThat(two.groups()).containsExactly(0, 0, 1, 1, 2, 2, 2, 2);
    assertThat(two.groupCount()).isEqualTo(3);

    SmallGroups three = SmallGroups.join(RECORDS, GROUPS, 4, 3);
    assertThat(three.groups()).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
    assertThat(three.groupCount()).isEqualTo(2);
  }

  @Test
  void aJoinedGroupIsWhereAllItsRecordsAre() {
    // 0 joins the 6s, whose mean becomes 4.5: from 9.4 the 13s are nearer then.
    Matrix records = Matrix.over(9, 1, new double[] {0, 6, 6, 6, 9.4, 9.4, 13, 13, 13});
    SmallGroups joined = SmallGroups.join(records, new int[] {0, 1, 1, 1, 2, 2, 3, 3, 3}, 4, 3);
    assertThat(joined.groups()).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 1);
  }

  @Test
  void oneRecordIsEnoughWhereNothingIsAsked() {
    assertThat(SmallGroups.join(RECORDS, GROUPS, 4, 1).groups()).isSameAs(GROUPS);
  }

  @Test
  void oneGroupOfAllIsLeft() {
    SmallGroups all = SmallGroups.join(RECORDS, GROUPS, 4, 100);
    assertThat(all.groups()).containsOnly(0);
    assertThat(all.groupCount()).isEqualTo(1);
  }

  @Test
  void smallCellsAreWithheldWholly() {
    double[] counts = {1, 3};
    Matrix sums = Matrix.over(2, 2, new double[] {7, 8, 9, 10});
    GroupMeans.withholdSmall(counts, sums, 3);
    assertThat(counts).containsExactly(0, 3);
    assertThat(sums.array()).containsExactly(0, 0, 9, 10);
  }
}
