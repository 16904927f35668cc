package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scores of docs/results.md do not drift: real data, one seed, a little below the mean. */
@Tag("slow")
class PublishedScoresIT {
  private final Optional<String> dataFolder = Optional.ofNullable(System.getenv("COTERIE_DATA"));

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "iris, 3, .96, .87",
    "wdbc, 2, .945, .70",
    "moon, 2, .995, .97",
    "ring, 5, .999, .99",
  })
  void embeddedSetsKeepTheirScores(String data, int clusters, double accuracy, double nmi)
      throws IOException {
    expect(simulate("--data", data, "--clusters", clusters), accuracy, nmi);
  }

  @ParameterizedTest
  @CsvSource({
    "iris, 3, .97, .90",
    "wdbc, 2, .935, .67",
    "moon, 2, .995, .97",
    "ring, 5, .999, .99",
  })
  void groupsKeepTheirScores(String data, int clusters, double accuracy, double nmi)
      throws IOException {
    expect(groups("--data", data, "--clusters", clusters), accuracy, nmi);
  }

  @Test
  void banknotesKeepTheirScore() throws IOException {
    Object[] words = {"--data", csv("bank"), "--labels", "label", "--clusters", 2};
    expect(simulate(words), .965, .82);
    expect(groups(words), .955, .79);
  }

  @Test
  void objectsKeepTheirScore() throws IOException {
    expect(
        groups(
            "--data",
            needed("coil20/coil20-images-idx3-ubyte.gz"),
            "--labels",
            needed("coil20/coil20-labels-idx1-ubyte.gz"),
            "--clusters",
            20),
        .84,
        .94);
  }

  @Test
  void postalDigitsKeepTheirScoreOnAnyNumberOfThreads() throws IOException {
    String[] labels = new String[2];
    for (int i = 0; i < labels.length; i++) {
      JsonNode run =
          simulate(
              "--data",
              csv("usps"),
              "--labels",
              "label",
              "--image",
              "16x16",
              "--clusters",
              10,
              "--threads",
              i == 0 ? 1 : 8);
      expect(run, .965, .92);
      labels[i] = Files.readString(folder.resolve("out").resolve("labels.csv"));
    }
    assertThat(labels[1]).isEqualTo(labels[0]);
  }

  @Test
  void seventyThousandDigitsKeepTheirScoreUnderLabelSkew() throws IOException {
    expect(
        simulate(
            "--data",
            needed("mnist/mnist-images-idx3-ubyte.gz"),
            "--labels",
            needed("mnist/mnist-labels-idx1-ubyte.gz"),
            "--clusters",
            10,
            "--sites",
            10,
            "--partition",
            "het:0.95"),
        .97,
        .93);
  }

  @ParameterizedTest
  @CsvSource({"iris, 3", "wdbc, 2", "moon, 2"})
  void recordsAndComponentsGiveTheSameLabels(String data, int clusters) throws IOException {
    List<String> answers = new ArrayList<>();
    for (String level : List.of("paper", "component")) {
      simulate(
          "--data",
          data,
          "--clusters",
          clusters,
          "--method",
          "spp-fgc",
          "--privacy",
          level,
          level.equals("paper") ? "--accept-graph-disclosure" : "--accept-group-disclosure");
      answers.add(Files.readString(folder.resolve("out").resolve("labels.csv")));
    }
    assertThat(answers.get(1)).isEqualTo(answers.get(0));
  }

  @ParameterizedTest
  @CsvSource({"iris, 3, .85, .70", "wdbc, 2, .91, .58", "moon, 2, .995, .96"})
  void oneCoarseRoundKeepsItsScore(String data, int clusters, double accuracy, double nmi)
      throws IOException {
    expect(
        simulate(
            "--data",
            data,
            "--clusters",
            clusters,
            "--method",
            "spp-fgc",
            "--accept-group-disclosure",
            "--resolution",
            "coarse"),
        accuracy,
        nmi);
  }

  private String csv(String name) {
    return needed(name + "/" + name + ".csv.gz");
  }

  private String needed(String file) {
    assumeTrue(
        dataFolder.isPresent(), "Set COTERIE_DATA to the folder of data sets to run this test.");
    return dataFolder.get() + "/" + file;
  }

  /** Runs the anchor graph of small groups of each site. */
  private JsonNode groups(Object... words) throws IOException {
    List<Object> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--method", "anchor-graph:groups", "--accept-group-disclosure"));
    return simulate(all.toArray());
  }

  private JsonNode simulate(Object... words) throws IOException {
    List<Object> all = new ArrayList<>(List.of("simulate"));
    all.addAll(List.of(words));
    all.addAll(List.of("--out", folder.resolve("out"), "--force", "--format", "json"));
    CommandRun run = CommandRun.of(all.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.json().path("data");
  }

  private static void expect(JsonNode run, double accuracy, double nmi) {
    assertThat(run.path("scores").path("accuracy").doubleValue()).isGreaterThan(accuracy);
    assertThat(run.path("scores").path("nmi").doubleValue()).isGreaterThan(nmi);
  }
}
