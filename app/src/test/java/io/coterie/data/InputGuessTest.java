package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InputGuessTest {
  private static final int SIDE = 16;
  private static final int PIXELS = SIDE * SIDE;

  private final SplittableRandom random = new Seed(5).random();

  private interface Value {
    double at(int record, int column);
  }

  private static Matrix table(int records, int columns, Value value) {
    Matrix table = Matrix.zeros(records, columns);
    for (int i = 0; i < records; i++) {
      for (int j = 0; j < columns; j++) {
        table.set(i, j, value.at(i, j));
      }
    }
    return table;
  }

  /** Returns pictures of one soft spot each, which is anywhere. */
  private Matrix spots(int records, int side) {
    double[] down = random.doubles(records, 0, side).toArray();
    double[] across = random.doubles(records, 0, side).toArray();
    return table(
        records,
        side * side,
        (i, j) -> {
          int row = j / side;
          double dy = row - down[i];
          double dx = j % side - across[i];
          return Math.rint(255 * Math.exp(-(dx * dx + dy * dy) / 12));
        });
  }

  private Matrix scaled(Matrix table, double factor, double shift) {
    return table(table.rows(), table.columns(), (i, j) -> Math.fma(factor, table.at(i, j), shift));
  }

  private static Matrix shuffled(Matrix table) {
    int[] places = new int[table.columns()];
    SplittableRandom random = new Seed(9).random();
    for (int j = 0; j < places.length; j++) {
      int other = random.nextInt(j + 1);
      places[j] = places[other];
      places[other] = j;
    }
    return table(table.rows(), places.length, (i, j) -> table.at(i, places[j]));
  }

  /** Brings a table into 0 .. 1, so that nothing but its correlations can refuse it. */
  private static Matrix unit(Matrix table) {
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    for (double value : table.array()) {
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    for (int at = 0; at < table.array().length; at++) {
      table.array()[at] = (table.array()[at] - least) / (greatest - least);
    }
    return table;
  }

  @Test
  void picturesAreFoundWhateverTheirScale() {
    Matrix bytes = spots(300, SIDE);
    InputKind images = InputKind.image(SIDE, SIDE);
    assertThat(InputGuess.of(bytes)).contains(images);
    assertThat(InputGuess.of(scaled(bytes, 1 / 255.0, 0))).contains(images);
    assertThat(InputGuess.of(scaled(bytes, 2 / 255.0, -1))).contains(images);
    assertThat(InputGuess.of(spots(300, 8))).contains(InputKind.image(8, 8));
  }

  @Test
  void valuesOfNoPixelsScaleStayATable() {
    Matrix bytes = spots(300, SIDE);
    assertThat(InputGuess.of(scaled(bytes, 1, 0.5))).isEmpty();
    assertThat(InputGuess.of(scaled(bytes, 4, 0))).isEmpty();
    bytes.set(3, 4, Double.NaN);
    assertThat(InputGuess.of(bytes)).isEmpty();
  }

  @Test
  void aShapeThatIsNoSquareOfEightOrMoreStaysATable() {
    Matrix bytes = spots(300, SIDE);
    assertThat(InputGuess.of(bytes.firstColumns(PIXELS - 1))).isEmpty();
    assertThat(InputGuess.of(spots(300, 7))).isEmpty();
    assertThat(InputGuess.of(Matrix.zeros(300, 0))).isEmpty();
  }

  @Test
  void tooFewRecordsStayATable() {
    assertThat(InputGuess.of(spots(InputGuess.LEAST_RECORDS, SIDE))).isPresent();
    assertThat(InputGuess.of(spots(InputGuess.LEAST_RECORDS - 1, SIDE))).isEmpty();
  }

  @Test
  void constantColumnsTellNothing() {
    assertThat(InputGuess.of(Matrix.zeros(300, PIXELS))).isEmpty();
    Matrix framed = spots(300, 24);
    for (int i = 0; i < framed.rows(); i++) {
      for (int j = 0; j < framed.columns(); j++) {
        boolean isEdge = Math.min(j / 24, j % 24) < 4 || Math.max(j / 24, j % 24) >= 20;
        framed.set(i, j, isEdge ? 0 : framed.at(i, j));
      }
    }
    assertThat(InputGuess.of(framed)).contains(InputKind.image(24, 24));
  }

  static Stream<Arguments> tables() {
    SplittableRandom random = new Seed(5).random();
    Matrix walk = Matrix.zeros(400, PIXELS);
    for (int i = 0; i < walk.rows(); i++) {
      for (int j = 0; j < PIXELS; j++) {
        walk.set(i, j, (j == 0 ? 0 : walk.at(i, j - 1)) + random.nextGaussian());
      }
    }
    int side = 28;
    Matrix memory = Matrix.zeros(400, side * side);
    for (int i = 0; i < memory.rows(); i++) {
      for (int j = 0; j < memory.columns(); j++) {
        double before = j == 0 ? 6 * random.nextGaussian() : memory.at(i, j - 1);
        memory.set(i, j, 0.986 * before + random.nextGaussian());
      }
    }
    double[] phase = random.doubles(400).toArray();
    double[] slow = random.doubles(400, 2, 9).toArray();
    double[] factor = random.doubles(400, -3, 3).toArray();
    Matrix small = table(400, 2 * SIDE, (i, j) -> random.nextGaussian());
    return Stream.of(
        Arguments.of("noise", table(400, PIXELS, (i, j) -> random.nextDouble())),
        Arguments.of("one factor", table(400, PIXELS, (i, j) -> factor[i] + random.nextGaussian())),
        Arguments.of("random walks", walk),
        Arguments.of("series with a long memory", memory),
        Arguments.of("seasons of a row", waves(phase, SIDE, random)),
        Arguments.of("seasons of half a row", waves(phase, SIDE / 2, random)),
        Arguments.of("seasons of 20", waves(phase, 20, random)),
        Arguments.of(
            "seasons that change slowly",
            table(
                400,
                PIXELS,
                (i, j) -> {
                  int day = j / SIDE;
                  return Math.sin(2 * Math.PI * (j / (double) SIDE + phase[i] + day / slow[i]));
                })),
        Arguments.of("blocks", table(400, PIXELS, (i, j) -> small.at(i, j / SIDE) + noise(random))),
        Arguments.of("visits", table(400, PIXELS, (i, j) -> small.at(i, j % SIDE) + noise(random))),
        Arguments.of(
            "rows and columns",
            table(
                400,
                PIXELS,
                (i, j) -> small.at(i, j % SIDE) + small.at(i, SIDE + j / SIDE) + noise(random))),
        Arguments.of("shuffled pixels", shuffled(new InputGuessTest().spots(400, SIDE))));
  }

  private static double noise(SplittableRandom random) {
    return 0.3 * random.nextGaussian();
  }

  private static Matrix waves(double[] phase, int period, SplittableRandom random) {
    return table(
        phase.length,
        PIXELS,
        (i, j) -> Math.sin(2 * Math.PI * (j / (double) period + phase[i])) + noise(random));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tables")
  void tablesStayTables(String name, Matrix table) {
    assertThat(InputGuess.of(unit(table))).as(name).isEmpty();
  }

  @Test
  void aSeriesWithASeasonOfOneRowIsToldByTheSeam() {
    // Each hour of the day has a slow course of its own over the days; what is seen are sums over
    // neighbouring hours, and midnight is an hour like any other.
    SplittableRandom noise = new Seed(3).random();
    Matrix hours = Matrix.zeros(400, PIXELS);
    Matrix series = Matrix.zeros(400, PIXELS);
    for (int i = 0; i < series.rows(); i++) {
      for (int j = 0; j < PIXELS; j++) {
        double yesterday = j < SIDE ? 1.5 * noise.nextGaussian() : hours.at(i, j - SIDE);
        hours.set(i, j, 0.8 * yesterday + noise.nextGaussian());
        for (int k = Math.max(0, j - 4); k <= j; k++) {
          series.set(i, j, series.at(i, j) + hours.at(i, k));
        }
      }
    }
    InputGuess.Likeness likeness = InputGuess.likeness(series, SIDE);
    assertThat(likeness.isPixels()).as(likeness.toString()).isFalse();
    InputGuess.Likeness cut =
        new InputGuess.Likeness(likeness.right(), likeness.below(), 0, likeness.random());
    assertThat(cut.isPixels()).as("nothing but the seam tells it: " + cut).isTrue();
  }
}
