package io.coterie.data.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.data.format.CsvTokens.Cell;
import io.coterie.math.Seed;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CellTest {
  private final Cell cell = new Cell();

  @Test
  void readsNumbersToTheLastBit() {
    for (String text :
        List.of(
            "0",
            "-0",
            "+3",
            "1.5",
            ".5",
            "5.",
            "-2e3",
            "1E-22",
            "1e23",
            "0.1",
            "123456789012345678",
            "9007199254740993",
            "3.141592653589793238",
            "4.9e-324",
            "1.7976931348623157e308",
            "0.000000000000000000000000001234",
            "0e999")) {
      assertThat(cell.read(text)).as(text).isEqualTo(Cell.Content.NUMBER);
      assertThat(cell.value()).as(text).isEqualTo(Double.parseDouble(text));
    }
  }

  @Test
  void agreesWithTheJdkOnRandomNumbers() {
    SplittableRandom random = new Seed(3).random();
    for (int i = 0; i < 20_000; i++) {
      double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-30, 30));
      String text = i % 2 == 0 ? Double.toString(value) : "%.6f".formatted(value % 1e6);
      assertThat(cell.read(text)).isEqualTo(Cell.Content.NUMBER);
      assertThat(cell.value()).as(text).isEqualTo(Double.parseDouble(text));
    }
  }

  @Test
  void knowsTheMarksForMissing() {
    for (String text : List.of("", "NA", "N/A", "na", "NaN", "nan", "null", "NULL", "?")) {
      assertThat(cell.read(text)).as(text).isEqualTo(Cell.Content.MISSING);
      assertThat(cell.value()).isNaN();
    }
  }

  @Test
  void infinitiesAreNoNumbers() {
    for (String text : List.of("inf", "-Inf", "Infinity", "+infinity", "1e999")) {
      assertThat(cell.read(text)).as(text).isEqualTo(Cell.Content.INFINITE);
    }
  }

  @Test
  void everythingElseIsText() {
    for (String text :
        List.of(
            "abc", "1d", "1f", "0x10", "1,5", "1.2.3", "--1", "1e", "1e+", "e5", ".", "-", "1 2")) {
      assertThat(cell.read(text)).as(text).isEqualTo(Cell.Content.TEXT);
    }
  }
}
