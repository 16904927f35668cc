package io.coterie.method.anchor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.SumUnit;
import io.coterie.secure.HiddenRounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much one record can move the sums over regions, and where further anchors are asked for. */
class RegionQuestionTest {
  private static final Parallel ONE = Parallel.sequential();

  private static RegionQuestion.Sums sums(double... deviations) {
    return new RegionQuestion.Sums(SealedCounts.zero(0), Vector.of(deviations));
  }

  private static long[] totals(
      RegionQuestion.Counts asked, RegionQuestion.Sums sums, long[] counts, Matrix records) {
    CoarseValues coarse = new CoarseValues(new SumUnit(-20), 1 << 18, 40);
    return sums.totals(asked, counts, coarse, records, ONE).counts().toArray();
  }

  /** Returns as many records of each region as sums of values as they are need. */
  private static long[] all(RegionQuestion.Counts asked) {
    long[] all = new long[asked.points().rows()];
    Arrays.fill(all, 40);
    return all;
  }

  private static Matrix drawn(int rows, int columns, long seed) {
    SplittableRandom random = new Seed(seed).random();
    return Matrix.zeros(rows, columns).map((i, j, value) -> random.nextGaussian());
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.MIN_VALUE, 1e-300, 1e-6, 1, 1e6, Double.MAX_VALUE})
  void aRecordMovesATotalByLessThanWhatItIsRoundedTo(double deviation) {
    RegionQuestion.Counts asked =
        new RegionQuestion.Counts(Matrix.ofRows(new double[] {-1, 0}, new double[] {1, 0}), 2);
    double[][] records = {{.3, .1}, {2e3, -2e3}, {1, 0}, {0, 1e-300}};
    for (double[] record : records) {
      long[] totals = totals(asked, sums(deviation, deviation), all(asked), Matrix.ofRows(record));
      for (long total : totals) {
        assertThat(Math.abs(total)).isLessThanOrEqualTo(2 * RegionQuestion.UNIT);
        for (int smallest = 1; smallest <= 40; smallest++) {
          assertThat(Math.abs(total)).isLessThan(RegionQuestion.multiple(smallest));
        }
      }
      assertThat(totals[0]).as("a record is in one region of each set").isEqualTo(1024);
      assertThat(totals[3]).isEqualTo(1024);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "4, 3", "5, 3", "6, 3", "7, 4", "10, 5", "20, 10"})
  void totalsAreRoundedToMultiples(int smallest, long multiple) {
    assertThat(RegionQuestion.multiple(smallest)).isEqualTo(multiple * 1024);
  }

  @Test
  void aSmallRegionHasZerosOnly() {
    RegionQuestion.Counts asked = new RegionQuestion.Counts(drawn(6, 3, 1), 2);
    Matrix records = drawn(50, 3, 2);
    RegionQuestion.Sums sums = sums(.5, .5, .5);
    long[] full = totals(asked, sums, all(asked), records);
    for (int small = 0; small < 6; small++) {
      long[] counts = all(asked);
      counts[small] = 0;
      long[] totals = totals(asked, sums, counts, records);
      for (int at = 0; at < totals.length; at++) {
        assertThat(totals[at]).isEqualTo(at / 4 == small ? 0 : full[at]);
      }
      assertThat(full[4 * small]).as("there was something to leave out").isPositive();
    }
  }

  /** Also around points that are equal, or so far away that floats do not tell them apart. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 1e8, 1e17, 1e200})
  void totalsDoNotDependOnHowRecordsAreDealt(double scale) {
    Matrix points = drawn(60, 5, 3).map((i, j, value) -> scale * value);
    RegionQuestion.Counts asked = new RegionQuestion.Counts(points, 3);
    RegionQuestion.Sums sums = sums(1, .1, 2, 1e-9, 1e9);
    Matrix records = drawn(700, 5, 4);
    long[] whole = totals(asked, sums, all(asked), records);
    long[] counts = asked.totals(records, Parallel.of(2)).counts().toArray();
    for (int parts : new int[] {2, 7, 700}) {
      long[] added = new long[whole.length];
      long[] counted = new long[counts.length];
      for (int part = 0; part < parts; part++) {
        int own = part;
        int[] rows = IntStream.range(0, 700).filter(i -> i % parts == own).toArray();
        Matrix block = records.selectRows(rows);
        add(added, totals(asked, sums, all(asked), block));
        add(counted, asked.totals(block, ONE).counts().toArray());
      }
      assertThat(added).isEqualTo(whole);
      assertThat(counted).isEqualTo(counts);
    }
    assertThat(Arrays.stream(counts).sum()).isEqualTo(3 * 700);
    assertThat(asked.totals(Matrix.zeros(0, 5), ONE).counts().toArray()).containsOnly(0);
  }

  private static void add(long[] sum, long[] part) {
    for (int k = 0; k < sum.length; k++) {
      sum[k] += part[k];
    }
  }

  /** Sums over fewer than 4 K records are of values that are multiples of a quarter. */
  @Test
  void sumsOverFewRecordsAreOfCoarseValues() {
    RegionQuestion.Counts asked = new RegionQuestion.Counts(Matrix.ofRows(new double[] {0, 0}), 1);
    Matrix records = drawn(1, 2, 6).map((i, j, value) -> value / 4);
    long[] exact = totals(asked, sums(1, 1), new long[] {40}, records);
    long[] coarse = totals(asked, sums(1, 1), new long[] {39}, records);
    for (int j = 0; j < 2; j++) {
      assertThat(exact[1 + j]).isEqualTo(Math.round(1024 * records.at(0, j)));
      assertThat(coarse[1 + j] % 256).isZero();
      assertThat(Math.abs(coarse[1 + j] - exact[1 + j])).isBetween(1L, 256L);
    }
  }

  /**
   * The best that we know of: all sets cut the same record off a cell of which the exact sum is
   * known, around points that are a third of a multiple apart in what the sums are rounded. What is
   * compared is the share of the variance of a value that the best linear estimate leaves.
   */
  @Test
  void besideAnExactSumThreeSetsLeaveMostOfARecordOpen() {
    Matrix points = Matrix.zeros(6, 2);
    for (int set = 0; set < 3; set++) {
      for (int side = 0; side < 2; side++) {
        points.set(2 * set + side, 0, 8.0 * side);
        points.set(2 * set + side, 1, set / 6.0);
      }
    }
    int tries = 2000;
    double[] truth = new double[tries];
    double[] known = new double[tries];
    double[] hidden = new double[tries];
    long multiple = RegionQuestion.multiple(10);
    for (int attempt = 0; attempt < tries; attempt++) {
      Matrix cell =
          drawn(11, 2, attempt).map((i, j, value) -> Math.max(-1.5, Math.min(1.5, value)));
      cell.set(10, 0, 9);
      truth[attempt] = cell.at(10, 1);
      double exact = IntStream.range(0, 11).mapToDouble(i -> cell.at(i, 1)).sum();
      long[] totals =
          totals(
              new RegionQuestion.Counts(points, 3),
              sums(1, 1),
              new long[] {40, 0, 40, 0, 40, 0},
              cell);
      long[] rounded =
          HiddenRounding.rounded(
              HiddenRounding.withDigest(totals, HiddenRounding.digest(cell)), multiple);
      for (int set = 0; set < 3; set++) {
        int at = 6 * set + 2;
        double nearest = (double) Math.floorDiv(totals[at] + multiple / 2, multiple) * multiple;
        double around = exact - 10 * points.at(2 * set, 1);
        known[attempt] += (around - nearest / 1024) / 3;
        hidden[attempt] += (around - (double) rounded[at] / 1024) / 3;
      }
    }
    assertThat(leftOpen(truth, known)).as("borders that are known").isLessThan(.4);
    assertThat(leftOpen(truth, hidden)).isBetween(.6, .8);
  }

  /** 1 − r² with r the correlation. */
  private static double leftOpen(double[] truth, double[] stated) {
    double mean = Arrays.stream(truth).average().orElseThrow();
    double about = Arrays.stream(stated).average().orElseThrow();
    double both = 0;
    double one = 0;
    double other = 0;
    for (int i = 0; i < truth.length; i++) {
      both += (truth[i] - mean) * (stated[i] - about);
      one += (truth[i] - mean) * (truth[i] - mean);
      other += (stated[i] - about) * (stated[i] - about);
    }
    return 1 - both * both / (one * other);
  }

  @Test
  void pointsFitTheirSets() {
    for (int[] shape : new int[][] {{4, 0}, {4, 4}, {4, 3}, {0, 1}, {0, 3}, {4, -1}}) {
      assertThatThrownBy(() -> new RegionQuestion.Counts(Matrix.zeros(shape[0], 2), shape[1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** Returns cells of so many records each, on whole numbers around (100 p, 0). */
  private static Cells cells(int count, int each, boolean isSpread) {
    List<CellTotals> totals = new ArrayList<>();
    Matrix scatter = Matrix.zeros(2, 2);
    for (int p = 0; p < count; p++) {
      long[] sum = new long[2];
      long squares = 0;
      for (int i = 0; i < each; i++) {
        long[] record = isSpread ? new long[] {100L * p + i % 7, i % 5} : new long[] {3, 4};
        for (int j = 0; j < 2; j++) {
          sum[j] += record[j];
          squares += record[j] * record[j];
          for (int k = 0; k < 2; k++) {
            scatter.set(j, k, scatter.at(j, k) + record[j] * record[k]);
          }
        }
      }
      totals.add(new CellTotals(each, sum, squares, new long[0]));
    }
    return Cells.of(totals, scatter, new SumUnit(0), 1);
  }

  @ParameterizedTest
  @CsvSource({"100, 1, 0", "100, 5, 0", "100, 6, 1", "100, 14, 3", "40, 100, 3", "1000, 20, 3"})
  void furtherAnchorsAreAtMostAThirdOfTheRecords(int count, int each, int sets) {
    FurtherAnchors further = FurtherAnchors.of(cells(count, each, true));
    assertThat(further.sets()).isEqualTo(sets);
    if (sets > 0) {
      assertThat(further.regions(new Seed(1)).points().rows()).isEqualTo(sets * count);
      assertThat(count * (1 + sets)).isLessThanOrEqualTo(count * each / 3);
    }
  }

  @Test
  void equalRecordsHaveNoFurtherAnchors() {
    assertThat(FurtherAnchors.of(cells(40, 100, false)).sets()).isZero();
    assertThat(FurtherAnchors.of(cells(40, 100, true)).sets()).isPositive();
  }

  @Test
  void pointsFollowFromTheSeed() {
    FurtherAnchors further = FurtherAnchors.of(cells(40, 100, true));
    double[] points = further.regions(new Seed(7)).points().array();
    assertThat(further.regions(new Seed(7)).points().array()).isEqualTo(points);
    assertThat(further.regions(new Seed(8)).points().array()).isNotEqualTo(points);
  }

  @Test
  void anchorsAreTheMeansOfTheRegionsThatAreKnown() {
    FurtherAnchors further = new FurtherAnchors(cells(2, 50, true), 1);
    RegionQuestion.Counts regions = further.regions(new Seed(1));
    RegionQuestion.Sums sums = sums(2, 4);
    long[] totals = {0, 0, 0, 10 * 1024, 5 * 1024, -5 * 1024};
    FurtherAnchors.Means means = further.anchors(regions, sums, totals);
    assertThat(means.counts().toArray()).containsExactly(50, 50, 10);
    Matrix anchors = means.points();
    assertThat(anchors.rows()).isEqualTo(3);
    assertThat(anchors.row(2))
        .containsExactly(regions.points().at(1, 0) + 1, regions.points().at(1, 1) - 2);
  }
}
