package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DpSimulationTest {
  private static final String IRIS_BOUNDS =
      """
      feature,lower,upper
      petal_width_cm,0,3
      petal_length_cm,0,8
      sepal_width_cm,2,5
      sepal_length_cm,4,8
      """;

  @TempDir private Path folder;

  private CommandRun run(String out, Object... more) {
    List<Object> words =
        Stream.concat(
                Stream.of("simulate", "--privacy", "dp", "--format", "json", "--out"),
                Stream.concat(Stream.of(folder.resolve(out)), Stream.of(more)))
            .toList();
    return CommandRun.of(words.toArray());
  }

  private Path irisBounds() throws IOException {
    return Files.writeString(folder.resolve("bounds.csv"), IRIS_BOUNDS);
  }

  @Test
  void aTableNeedsNoBounds() throws IOException {
    JsonNode data =
        run("out", "--data", "moon", "--clusters", 2, "--epsilon", 5).json().path("data");
    assertThat(data.path("scores").path("accuracy").doubleValue()).isGreaterThan(.97);
    assertThat(data.path("privacy").path("spent").path("epsilon").doubleValue())
        .isBetween(4.0, 5.0);
  }

  @ParameterizedTest
  @CsvSource({"1, secure-sums, .97", "5, local, .97"})
  void moonsAreFoundThroughTheNoise(double epsilon, String noise, double least) throws IOException {
    JsonNode data =
        run(
                "out",
                "--data",
                "moon",
                "--clusters",
                2,
                "--epsilon",
                epsilon,
                "--noise",
                noise,
                "--bounds",
                "-2:3")
            .json()
            .path("data");
    assertThat(data.path("scores").path("accuracy").doubleValue()).isGreaterThan(least);
  }

  /** The noise on sums of squares is then above 2³⁰ for a sensitivity of 2²². */
  @ParameterizedTest
  @CsvSource({
    "dp-lloyd, .1, 1, local",
    "dp-lloyd, 1, 12, local",
    "dp-lloyd, 1, 30, secure-sums",
    "dp-lloyd, .05, 1, secure-sums",
    "anchor-graph, 1, 30, local"
  })
  void smallBudgetsGiveNoiseAndNoError(
      String method, double epsilon, int recordsPerPerson, String noise) throws IOException {
    CommandRun run = small(method, epsilon, recordsPerPerson, noise);
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode privacy = run.json().path("data").path("privacy");
    assertThat(privacy.path("spent").path("epsilon").doubleValue())
        .as(privacy.toString())
        .isPositive()
        .isLessThanOrEqualTo(epsilon * (1 + 1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "dp-lloyd, 1e-7, 1, a rho of 9.2e-15 for a record in step",
    "anchor-graph, 1, 100000, up to 100000 records leaves a rho",
    "dp-lloyd, 1e-300, 1, fewer records of a person"
  })
  void budgetsForWhichNoNoiseCanBeDrawnAreRefused(
      String method, double epsilon, int recordsPerPerson, String text) {
    CommandRun run = small(method, epsilon, recordsPerPerson, "secure-sums");
    assertThat(run.exitCode()).isEqualTo(ErrorCode.USAGE.exitCode());
    assertThat(run.out() + run.err()).contains(text, "Allow a larger epsilon");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  /** Means, axes and anchors that are nothing but noise stay within what a site may be asked. */
  @ParameterizedTest
  @CsvSource({
    "iris, 3, 0:.5, .02, anchor-graph, local",
    "iris, 3, 0:8, .3, dp-lloyd, secure-sums",
    "wdbc, 2, 0:1, .02, anchor-graph, secure-sums",
    "moon, 2, -.01:.01, .02, anchor-graph, local",
    "'blobs:300x6', 5, -100:100, .02, anchor-graph, local",
    "'blobs:20000x5', 5, -9:9, 3, anchor-graph, secure-sums"
  })
  void noSiteRefusesAnHonestCoordinator(
      String data, int clusters, String bounds, double epsilon, String method, String noise) {
    for (int seed = 0; seed < 3; seed++) {
      CommandRun run =
          run(
              "out" + seed,
              "--data",
              data,
              "--clusters",
              clusters,
              "--bounds",
              bounds,
              "--epsilon",
              epsilon,
              "--method",
              method,
              "--noise",
              noise,
              "--seed",
              seed);
      assertThat(run.exitCode()).as(run.err()).isZero();
    }
  }

  private CommandRun small(String method, double epsilon, int recordsPerPerson, String noise) {
    return run(
        "out",
        "--data",
        "iris",
        "--clusters",
        3,
        "--bounds",
        "0:8",
        "--method",
        method,
        "--epsilon",
        epsilon,
        "--records-per-person",
        recordsPerPerson,
        "--noise",
        noise);
  }

  @Test
  void irisIsFoundThroughTheNoiseAndTheReportSaysWhatItIsWorth() throws IOException {
    CommandRun run =
        run("out", "--data", "iris", "--clusters", 3, "--epsilon", 2, "--bounds", irisBounds());
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode data = run.json().path("data");
    assertThat(data.path("scores").path("accuracy").doubleValue()).isGreaterThan(0.85);
    assertThat(Files.readString(folder.resolve("out/run.json")))
        .containsIgnoringCase("not private");
    assertThat(Files.readString(folder.resolve("out/model.json")))
        .containsIgnoringCase("not private");
  }

  @Test
  void theSameSeedGivesTheSameLabelsThoughTheMasksAreNew() throws IOException {
    Object[] study = {"--data", "iris", "--clusters", 3, "--epsilon", 2, "--bounds", irisBounds()};
    run("one", Stream.concat(Stream.of(study), Stream.of("--threads", 1)).toArray());
    run("two", Stream.concat(Stream.of(study), Stream.of("--threads", 4)).toArray());
    assertThat(folder.resolve("two/labels.csv"))
        .hasSameTextualContentAs(folder.resolve("one/labels.csv"));
  }

  @Test
  void aModelOfADpStudyLabelsNewRecordsAsTheStudyDid() throws IOException {
    run("out", "--data", "iris", "--clusters", 3, "--epsilon", 2, "--bounds", irisBounds());
    Path labels = folder.resolve("new.csv");
    CommandRun predicted =
        CommandRun.of(
            "predict",
            "--model",
            folder.resolve("out/model.json"),
            "--data",
            "iris",
            "--out",
            labels);
    assertThat(predicted.exitCode()).as(predicted.err()).isZero();
    List<String> study = clusters(folder.resolve("out/labels.csv"));
    assertThat(clusters(labels)).hasSize(150).containsExactlyElementsOf(study);
  }

  private static List<String> clusters(Path labels) throws IOException {
    List<String> lines = Files.readAllLines(labels);
    int column = List.of(lines.get(0).split(",", -1)).indexOf("cluster");
    return lines.stream().skip(1).map(line -> line.split(",", -1)[column]).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "--clusters 3 --bounds 0:8, needs a budget",
    "--epsilon 1 --bounds 0:8, needs a number of clusters",
    "--clusters 3 --epsilon 0 --bounds 0:8, above 0",
    "--clusters 3 --epsilon 1 --delta 0.5 --bounds 0:8, a record could be sent in the clear",
    "--clusters 3 --epsilon 1 --bounds 8:0, the upper one larger",
    "--clusters 3 --epsilon 1 --bounds nowhere.csv, neither a file nor two numbers",
    "--clusters 3 --epsilon 1 --bounds 0:8 --sites 2, leave fewer than 3 honest ones",
    "--clusters 3 --epsilon 1 --bounds 0:8 --lost-sites 3, leave fewer than 3",
    "--clusters 3 --epsilon 1 --bounds 0:8 --method k-fed, cannot offer privacy level dp",
    "--clusters 3 --epsilon 1 --bounds 0:8 --rounds 3, has no option --rounds"
  })
  void whatCannotBePromisedIsRefusedBeforeAnythingRuns(String options, String reason) {
    Object[] words =
        Stream.concat(Stream.of("--data", "iris"), Stream.of(options.split(" ", -1))).toArray();
    CommandRun run = run("out", words);
    assertThat(run.exitCode()).isIn(ErrorCode.USAGE.exitCode(), ErrorCode.BAD_DATA.exitCode());
    assertThat(run.err() + run.out()).contains(reason);
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
