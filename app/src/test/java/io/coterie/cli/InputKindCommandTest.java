package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.data.DataReader;
import io.coterie.data.DataSet;
import io.coterie.data.ReadOptions;
import io.coterie.math.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table of pixels is taken as images without being told, and says so. */
class InputKindCommandTest {
  private static final String SENTENCE =
      "taken as images of %s (neighbouring columns move together); --input table to treat them as a"
          + " table";

  @TempDir private Path folder;

  /** Writes pictures of 12 x 12 pixels, 0 to 255, with a soft level or upright bar. */
  private Path bars() throws IOException {
    SplittableRandom random = new Seed(3).random();
    List<String> lines = new ArrayList<>();
    lines.add(IntStream.range(0, 144).mapToObj(j -> "p" + j).collect(Collectors.joining(",")));
    for (int i = 0; i < 150; i++) {
      double place = random.nextDouble(1, 11);
      double start = random.nextDouble(0, 6);
      boolean isLevel = i % 2 == 0;
      lines.add(
          IntStream.range(0, 144)
              .mapToObj(
                  j -> {
                    double across = (isLevel ? j / 12 : j % 12) - place;
                    double along = (isLevel ? j % 12 : j / 12) - start - 3;
                    double dark = Math.exp(-across * across / 3 - along * along / 12);
                    return Long.toString(Math.round(255 * dark));
                  })
              .collect(Collectors.joining(",")));
    }
    return Files.write(folder.resolve("bars.csv"), lines);
  }

  private JsonNode simulate(Path data, String out, Object... more) throws IOException {
    List<Object> words =
        new ArrayList<>(List.of("simulate", "--data", data, "--clusters", 2, "--format", "json"));
    words.addAll(List.of("--out", folder.resolve(out)));
    words.addAll(List.of(more));
    CommandRun run = CommandRun.of(words.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.json().path("data").path("data");
  }

  @Test
  void anUndeclaredTableOfPixelsIsTakenAsImagesAndSaysSo() throws IOException {
    Path bars = bars();
    CommandRun run =
        CommandRun.of("simulate", "--data", bars, "--clusters", 2, "--out", folder.resolve("told"));
    assertThat(run.out()).contains(SENTENCE.formatted("12 x 12"));
    JsonNode record =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .readTree(folder.resolve("told/run.json").toFile());
    assertThat(record.path("data").path("kind").textValue()).isEqualTo("image 12x12");
    assertThat(record.path("data").path("kind_guessed").booleanValue()).isTrue();
    assertThat(CommandRun.of("suggest", "--data", bars).out())
        .contains(SENTENCE.formatted("12 x 12"));
  }

  @Test
  void whatIsDeclaredIsNotGuessed() throws IOException {
    Path bars = bars();
    JsonNode images = simulate(bars, "images", "--input", "image:12x12");
    assertThat(images.path("kind").textValue()).isEqualTo("image 12x12");
    assertThat(images.path("kind_guessed").booleanValue()).isFalse();
    assertThat(simulate(bars, "table", "--input", "table").path("kind").textValue())
        .isEqualTo("table");
    assertThat(simulate(bars, "vectors", "--input", "vectors").path("kind").textValue())
        .isEqualTo("vectors");
    simulate(bars, "guessed");
    assertThat(folder.resolve("guessed/labels.csv"))
        .hasSameBinaryContentAs(folder.resolve("images/labels.csv"));
  }

  @Test
  void aModelOfGuessedImagesReadsItsRecordsAlike() throws IOException {
    Path bars = bars();
    simulate(bars, "run");
    Path model = folder.resolve("run/model.json");
    Path labels = folder.resolve("run/labels.csv");
    Path again = folder.resolve("again.csv");
    CommandRun predicted =
        CommandRun.of("predict", "--model", model, "--data", bars, "--out", again);
    assertThat(predicted.exitCode()).as(predicted.err()).isZero();
    CommandRun evaluated =
        CommandRun.of(
            "evaluate",
            "--data",
            bars,
            "--clusters-file",
            labels,
            "--model",
            model,
            "--format",
            "json");
    JsonNode run =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .readTree(folder.resolve("run/run.json").toFile());
    JsonNode scores = evaluated.json().path("data").path("scores");
    assertThat(scores).isEqualTo(run.path("scores"));
  }

  @Test
  void postalDigitsInATableAreImagesAndShuffledOnesAreNot() throws IOException {
    String dataFolder = System.getenv("COTERIE_DATA");
    assumeTrue(dataFolder != null, "Set COTERIE_DATA to the folder of data sets to run this test.");
    DataSet usps =
        DataReader.read(
            dataFolder + "/usps/usps.csv.gz", ReadOptions.defaults().withLabelColumn("label"));
    int[] inOrder = IntStream.range(0, 256).toArray();
    int[] shuffled = inOrder.clone();
    SplittableRandom random = new Seed(1).random();
    for (int j = shuffled.length - 1; j > 0; j--) {
      int other = random.nextInt(j + 1);
      int place = shuffled[j];
      shuffled[j] = shuffled[other];
      shuffled[other] = place;
    }
    JsonNode images = simulate(table(usps, inOrder, "digits.csv"), "digits");
    assertThat(images.path("kind").textValue()).isEqualTo("image 16x16");
    assertThat(images.path("kind_guessed").booleanValue()).isTrue();
    JsonNode table = simulate(table(usps, shuffled, "shuffled.csv"), "shuffled");
    assertThat(table.path("kind").textValue()).isEqualTo("table");
    assertThat(table.path("kind_guessed").booleanValue()).isFalse();
  }

  /** Writes 300 records with their columns in the given order. */
  private Path table(DataSet data, int[] order, String name) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        IntStream.of(order).mapToObj(j -> data.columns().get(j)).collect(Collectors.joining(",")));
    for (int i = 0; i < 300; i++) {
      int row = i * (data.size() / 300);
      lines.add(
          IntStream.of(order)
              .mapToObj(j -> Double.toString(data.records().at(row, j)))
              .collect(Collectors.joining(",")));
    }
    return Files.write(folder.resolve(name), lines);
  }
}
