package io.coterie.method.anchor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import io.coterie.message.internal.SumUnit;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a record adds to sums over few records. */
class CoarseValuesTest {
  private static final SumUnit UNIT = new SumUnit(-20);
  private static final CoarseValues COARSE = CoarseValues.of(UNIT, 4, 10);

  private static long[] written(CoarseValues coarse, double[] record, long records) {
    long[] units = new long[record.length];
    coarse.write(record, 0, !coarse.isFor(records), units);
    return units;
  }

  @Test
  void aQuarterOfADeviationIsBetweenTwoValues() {
    assertThat(COARSE.step()).isEqualTo((1 << 20) / 8); // four features: a deviation is a half
    SplittableRandom random = new Seed(1).random();
    for (int i = 0; i < 1000; i++) {
      double[] record = random.doubles(4, -3, 3).toArray();
      long[] coarse = written(COARSE, record, 39);
      for (int j = 0; j < 4; j++) {
        assertThat(coarse[j] % COARSE.step()).isZero();
        assertThat(Math.abs(UNIT.value(coarse[j]) - record[j])).isLessThan(.1251);
      }
      assertThat(written(COARSE, record, 39)).as("the same in every sum").isEqualTo(coarse);
    }
  }

  @Test
  void sumsOverManyRecordsAreOfValuesAsTheyAre() {
    double[] record = {.1, -.2, .3, 1e-7};
    long[] exact = {104_858, -209_715, 314_573, 0};
    assertThat(written(COARSE, record, 40)).isEqualTo(exact);
    assertThat(written(COARSE, record, 39)).isNotEqualTo(exact);
    assertThat(written(CoarseValues.of(UNIT, 4, 1), record, 1)).as("K = 1").isEqualTo(exact);
  }

  @Test
  void meansAreRightOnAverageAndSquaresAreCorrected() {
    SplittableRandom random = new Seed(2).random();
    int records = 20_000;
    long[] sum = new long[4];
    double[] truth = new double[4];
    for (int i = 0; i < records; i++) {
      double[] record = random.doubles(4).map(value -> .3 + value / 50).toArray();
      long[] coarse = written(COARSE, record, 39);
      for (int j = 0; j < 4; j++) {
        sum[j] += coarse[j];
        truth[j] += record[j];
      }
    }
    for (int j = 0; j < 4; j++) {
      double error = (UNIT.value(sum[j]) - truth[j]) / records;
      assertThat(Math.abs(error)).as("in units of .125").isLessThan(.002);
    }
    // Values spread over more than a step, as the correction takes them to.
    SplittableRandom wide = new Seed(3).random();
    long[] wideSum = new long[4];
    long wideSquares = 0;
    double expected = 0;
    for (int i = 0; i < records; i++) {
      double[] record = wide.doubles(4, -1, 1).toArray();
      long[] coarse = written(COARSE, record, 39);
      for (int j = 0; j < 4; j++) {
        wideSum[j] += coarse[j];
        wideSquares += coarse[j] * coarse[j];
        expected += record[j] * record[j];
      }
    }
    CellTotals told = new CellTotals(39, wideSum, wideSquares, new long[0]);
    double each = (double) (told.squares() - COARSE.meant(39, told).squares()) / 39;
    double corrected = Math.scalb(wideSquares - each * records, -40);
    assertThat(corrected / expected).isBetween(.997, 1.003);
    assertThat(COARSE.meant(40, told).squares()).isEqualTo(wideSquares);
  }

  @Test
  void aLatticeThatIsTooFineIsRefused() {
    assertThatThrownBy(() -> written(COARSE, new double[] {2048, 0, 0, 0}, 40))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("too fine");
    assertThatThrownBy(() -> written(COARSE, new double[] {Double.NaN, 0, 0, 0}, 39))
        .isInstanceOf(CoterieException.class);
  }
}
