package io.coterie.method.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ValueGridTest {
  private static final int K = 10;

  /** Goes the way of a study with the values of all sites in one place. */
  private static ColumnCells cells(double[] values) {
    ValueGrid grid = ValueGrid.first();
    long[] counts = new long[ValueGrid.RANGES];
    for (double value : values) {
      counts[grid.of(value)]++;
    }
    grid = grid.with(counts);
    for (int step = 0; step < FitQuestion.STEPS; step++) {
      int[] parts = grid.parts(K);
      double[] starts = grid.dividedStarts(K);
      assertThat(starts.length).isLessThanOrEqualTo(ValueGrid.MOST_PARTS);
      long[] byPart = new long[ValueGrid.MOST_PARTS];
      for (double value : values) {
        if (parts[grid.of(value)] > 1) {
          int part = Arrays.binarySearch(starts, value);
          byPart[part >= 0 ? part : -part - 2]++;
        }
      }
      grid = grid.divided(byPart, K);
    }
    return grid.cells(FitQuestion.MOST_PARTS, K);
  }

  private static double largestShare(ColumnCells cells, double[] values) {
    double[] counts = new double[cells.size()];
    for (double value : values) {
      counts[cells.of(value)]++;
    }
    return Arrays.stream(counts).max().orElse(0) / values.length;
  }

  @Test
  void narrowColumnsAreToldApart() {
    SplittableRandom random = new Seed(1).random();
    double[] temperatures =
        DoubleStream.generate(() -> 37 + 0.4 * random.nextGaussian()).limit(400).toArray();
    ColumnCells cells = cells(temperatures);
    assertThat(cells.size()).isEqualTo(FitQuestion.MOST_PARTS);
    assertThat(largestShare(cells, temperatures)).isLessThan(0.12);
  }

  @Test
  void valuesOfOneSiteThatAreTooLargeHideNothing() {
    SplittableRandom random = new Seed(2).random();
    double[] values =
        DoubleStream.generate(() -> Math.exp(0.3 * random.nextGaussian())).limit(400).toArray();
    for (int i = 0; i < 80; i++) {
      values[i] *= 88.4;
    }
    assertThat(largestShare(cells(values), values)).isLessThan(0.12);
  }

  @Test
  void codesAreToldApartAlsoBelowZero() {
    double[] codes = new double[200];
    Arrays.setAll(codes, i -> i % 4 - 2);
    ColumnCells cells = cells(codes);
    assertThat(cells.size()).isEqualTo(4);
    assertThat(cells.isCoded()).isTrue();
    assertThat(largestShare(cells, codes)).isEqualTo(0.25);
  }

  @Test
  void rangesAreInOrderAndTakeEveryNumber() {
    ValueGrid grid = ValueGrid.first();
    double[] values = {-1e300, -5, -4, -1e-9, 0, 1e-9, 1, 1.5, 2, 1e300};
    int[] places = Arrays.stream(values).mapToInt(grid::of).toArray();
    assertThat(places).isSorted();
    assertThat(places[0]).isZero();
    assertThat(places[9]).isEqualTo(ValueGrid.RANGES - 1);
    assertThat(places[6]).isEqualTo(places[7]);
    assertThat(places[8]).isGreaterThan(places[7]);
  }

  @Test
  void unitsThatAreKnownAreNamed() {
    assertThat(KnownUnits.words(1 / 88.0))
        .isEqualTo("1/88.4, as between µmol/l and mg/dl of creatinine");
    assertThat(KnownUnits.words(2.54)).isEqualTo("2.54, as between cm and inches");
    assertThat(KnownUnits.words(0.45)).startsWith("0.4536, as between pounds and kilograms");
    assertThat(KnownUnits.words(5.3)).isEmpty();
  }
}
