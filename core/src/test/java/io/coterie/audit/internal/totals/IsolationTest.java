package io.coterie.audit.internal.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Finds what sums isolate, in any family of sets; nested ones are only a case of it. */
class IsolationTest {
  private static final int RECORDS = 40;

  /** The sum over all records, and the halves of it at a border. */
  private static List<int[]> halves(int border) {
    return new ArrayList<>(List.of(new int[RECORDS], upTo(border)));
  }

  /** One sum over the records up to a border; nothing of the others. */
  private static int[] upTo(int border) {
    return IntStream.range(0, RECORDS).map(i -> i < border ? 0 : -1).toArray();
  }

  private static int[] over(int... records) {
    int[] part = new int[RECORDS];
    Arrays.fill(part, -1);
    Arrays.stream(records).forEach(i -> part[i] = 0);
    return part;
  }

  private static List<Integer> exact(Isolation isolation) {
    return IntStream.range(0, RECORDS).filter(i -> isolation.exact()[i]).boxed().toList();
  }

  @Test
  void nestedCellsIsolateTheirLeaves() {
    Isolation isolation = Isolation.of(RECORDS, halves(15), 10);
    assertThat(isolation.smallestAtom()).isEqualTo(15);
    assertThat(isolation.smallestSum()).isEqualTo(15);
    assertThat(isolation.inSmallAtoms()).isZero();
    assertThat(exact(isolation)).isEmpty();
  }

  @Test
  void aBorderThatMovedByOneRecordStatesIt() {
    List<int[]> sums = halves(15);
    sums.add(upTo(16));
    Isolation isolation = Isolation.of(RECORDS, sums, 10);
    assertThat(isolation.smallestAtom()).isEqualTo(1);
    assertThat(isolation.inSmallAtoms()).isEqualTo(1);
    assertThat(isolation.smallestSum()).isEqualTo(1);
    assertThat(exact(isolation)).containsExactly(15);
  }

  /** One record leaves a cell while another one comes: their difference is known, neither is. */
  @Test
  void twoRecordsThatChangePlacesAreStatedTogether() {
    List<int[]> sums = halves(15);
    sums.add(over(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20));
    Isolation isolation = Isolation.of(RECORDS, sums, 10);
    assertThat(isolation.inSmallAtoms()).isEqualTo(2);
    assertThat(isolation.smallestSum()).isEqualTo(2);
    assertThat(exact(isolation)).isEmpty();
    assertThat(isolation.few()[14]).isTrue();
    assertThat(isolation.few()[20]).isTrue();
    assertThat(isolation.few()[0]).isFalse();
  }

  /** No two of these sums differ by one set, but (A + B − C) / 2 is the sum over one record. */
  @Test
  void overlappingSumsAreSolvedAsEquations() {
    List<int[]> sums = List.of(over(1, 2), over(1, 3), over(2, 3));
    Isolation isolation = Isolation.of(RECORDS, sums, 10);
    assertThat(isolation.smallestSum()).isEqualTo(1);
    assertThat(exact(isolation)).containsExactly(1, 2, 3);
  }

  /** A single record tells itself from others, but no combination is over it alone. */
  @Test
  void whatNoCombinationIsOverIsNotStated() {
    Isolation isolation = Isolation.of(RECORDS, List.of(over(1, 2, 3), over(3, 4, 5)), 10);
    assertThat(isolation.smallestAtom()).isEqualTo(1);
    assertThat(isolation.smallestSum()).isEqualTo(3);
    assertThat(exact(isolation)).isEmpty();
  }

  @Test
  void colludingSitesTakeTheirRecordsOffTheSums() {
    // Records 0 to 9 are of the audited site, 10 to 19 of the next one, and so on.
    int[] siteOf = IntStream.range(0, RECORDS).map(i -> i / 10).toArray();
    int[] cell = over(IntStream.concat(IntStream.of(9), IntStream.range(20, 40)).toArray());
    List<int[]> sums = List.of(new int[RECORDS], cell);
    assertThat(Collusion.of(siteOf, 4, sums, sums))
        .containsExactly(
            new Collusion(0, 40, 0, 0, 0, 0),
            new Collusion(1, 30, 0, 0, 0, 0),
            new Collusion(2, 20, 1, 1, 1, 1));
    assertThat(Collusion.of(siteOf, 4, sums, sums.subList(0, 1)).get(2))
        .as("a sum of coarse values")
        .isEqualTo(new Collusion(2, 20, 0, 1, 1, 1));
  }
}
