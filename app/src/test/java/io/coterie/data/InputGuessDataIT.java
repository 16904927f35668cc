package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class InputGuessDataIT {
  private final Optional<String> folder = Optional.ofNullable(System.getenv("COTERIE_DATA"));

  @BeforeEach
  void needsTheFolder() {
    assumeTrue(
        folder.isPresent(), "Set COTERIE_DATA to the folder of data sets to run these tests.");
  }

  private Matrix read(String file) {
    ReadOptions options = ReadOptions.defaults();
    return DataReader.read(
            folder.orElseThrow() + "/" + file,
            file.contains(".csv") ? options.withLabelColumn("label") : options)
        .records();
  }

  private static Matrix every(int step, Matrix records) {
    return records.selectRows(
        IntStream.range(0, records.rows()).filter(i -> i % step == 0).toArray());
  }

  private static Matrix shuffled(Matrix records, long seed) {
    SplittableRandom random = new Seed(seed).random();
    int[] places = IntStream.range(0, records.columns()).toArray();
    for (int j = places.length - 1; j > 0; j--) {
      int other = random.nextInt(j + 1);
      int place = places[j];
      places[j] = places[other];
      places[other] = place;
    }
    Matrix mixed = Matrix.zeros(records.rows(), records.columns());
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < places.length; j++) {
        mixed.set(i, j, records.at(i, places[j]));
      }
    }
    return mixed;
  }

  @ParameterizedTest
  @CsvSource({
    "usps/usps.csv.gz, 16, 60",
    "coil20/coil20-images-idx3-ubyte.gz, 32, 12",
    "mnist/mnist-images-idx3-ubyte.gz, 28, 500",
    "fashion-mnist/fashion-mnist-images-idx3-ubyte.gz, 28, 500"
  })
  void pixelsAreFoundUnlessTheyAreShuffled(String file, int side, int step) {
    Matrix records = read(file);
    InputKind images = InputKind.image(side, side);
    assertThat(InputGuess.of(records)).contains(images);
    Matrix few = every(step, records);
    assertThat(few.rows()).isBetween(InputGuess.LEAST_RECORDS, 160);
    assertThat(InputGuess.of(few)).contains(images);
    for (long seed = 0; seed < 5; seed++) {
      assertThat(InputGuess.of(shuffled(few, seed))).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cifar10/cifar10-test10k-mobilenetv2-features-idx2-ubyte.gz",
    "stl10/stl10-mobilenetv2-features-idx2-ubyte.gz",
    "mini-imagenet/mini-imagenet-6k-mobilenetv2-features-idx2-ubyte.gz"
  })
  void featureVectorsStayWhatTheyAre(String file) {
    Matrix records = every(5, read(file));
    for (int side : new int[] {8, 16, 32, 35}) {
      assertThat(InputGuess.of(records.firstColumns(side * side))).isEmpty();
    }
  }

  @Test
  void tablesStayTables() {
    assertThat(InputGuess.of(read("letters/letters.csv.gz"))).isEmpty();
    assertThat(InputGuess.of(read("bank/bank.csv.gz"))).isEmpty();
    assertThat(InputGuess.of(read("wdbc/wdbc.csv.gz"))).isEmpty();
  }
}
