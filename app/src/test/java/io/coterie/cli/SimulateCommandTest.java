package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  @TempDir private Path folder;

  private CommandRun iris(String out, Object... more) {
    List<Object> words =
        Stream.concat(
                Stream.of("simulate", "--data", "iris", "--out", folder.resolve(out)),
                Stream.of(more))
            .toList();
    return CommandRun.of(words.toArray());
  }

  @Test
  void printsOneJsonDocumentAndNothingElse() throws IOException {
    CommandRun run = iris("out", "--clusters", "3", "--format", "json");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    JsonNode document = run.json();
    assertThat(document.fieldNames())
        .toIterable()
        .containsExactly("schema_version", "status", "exit_code", "data");
    assertThat(document.path("schema_version").intValue()).isEqualTo(1);
    assertThat(document.path("status").textValue()).isEqualTo("ok");
    assertThat(document.path("data").path("scores").path("accuracy").doubleValue())
        .isGreaterThan(0.85);
  }

  @Test
  void recordsWhatWasDone() throws IOException {
    iris("out", "--clusters", "3", "--sites", "4", "--seed", "7", "--quiet");
    JsonNode run =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .readTree(folder.resolve("out/run.json").toFile());
    assertThat(run.path("seed").longValue()).isEqualTo(7);
    assertThat(run.path("noise").textValue()).isEqualTo("repeatable: NOT PRIVATE");
    assertThat(run.path("options").path("partition").textValue()).isEqualTo("iid");
    assertThat(run.path("data").path("sha256").textValue()).hasSize(64);
    assertThat(run.path("java").textValue()).isEqualTo(System.getProperty("java.version"));
    assertThat(run.path("coterie").textValue()).matches("[0-9.]+");
    JsonNode traffic = run.path("traffic");
    assertThat(traffic.path("sites")).hasSize(4);
    long byRound = 0;
    for (JsonNode round : traffic.path("rounds")) {
      byRound += round.path("bytes_out").longValue();
    }
    assertThat(byRound).isEqualTo(traffic.path("bytes_out").longValue()).isPositive();
    assertThat(traffic.path("rounds")).hasSize(run.path("rounds").intValue() + 1);
  }

  @Test
  void sameSeedGivesTheSameFilesOnAnyNumberOfThreads() throws IOException {
    iris("one", "--clusters", "3", "--threads", "1", "--quiet");
    iris("four", "--clusters", "3", "--threads", "4", "--quiet");
    for (String file : List.of("labels.csv", "model.json")) {
      assertThat(folder.resolve("one").resolve(file))
          .hasSameBinaryContentAs(folder.resolve("four").resolve(file));
    }
  }

  @Test
  void findsTheNumberOfClusters() throws IOException {
    CommandRun run =
        CommandRun.of(
            "simulate", "--data", "blobs:600x4", "--out", folder.resolve("o"), "--format", "json");
    JsonNode clusters = run.json().path("data").path("clusters");
    assertThat(clusters.path("asked").textValue()).isEqualTo("auto");
    assertThat(clusters.path("found").intValue()).isEqualTo(5);
  }

  @Test
  void keepsAnEarlierRunUnlessForced() throws IOException {
    assertThat(iris("out", "--clusters", "3", "--labels-format", "parquet").exitCode()).isZero();
    CommandRun again = iris("out", "--clusters", "2");
    assertThat(again.exitCode()).isEqualTo(6);
    assertThat(again.err()).contains("holds an earlier run", "--force", "docs/errors.md#output");
    assertThat(iris("out", "--clusters", "2", "--force").exitCode()).isZero();
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "labels.csv", "model.json", "run.json", "report.html", "report.json");
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve("out"));
    }
  }

  @Test
  void neverReplacesAFolderWithOtherFiles() throws IOException {
    Path precious =
        Files.writeString(Files.createDirectory(folder.resolve("out")).resolve("x"), "");
    CommandRun run = iris("out", "--clusters", "3", "--force");
    assertThat(run.exitCode()).isEqualTo(6);
    assertThat(precious).exists();
  }

  @Test
  void overlappingSitesHaveOneLineForEachRecordAndSite() throws IOException {
    assertThat(iris("out", "--clusters", "3", "--partition", "het-overlap:0.8").exitCode())
        .isZero();
    List<String> lines = Files.readAllLines(folder.resolve("out/labels.csv"));
    assertThat(lines.get(0)).isEqualTo("record,site,cluster,probability,margin,second,outlier");
    assertThat(lines).doesNotHaveDuplicates();
    List<Integer> records =
        lines.stream().skip(1).map(line -> Integer.valueOf(line.replaceFirst(",.*", ""))).toList();
    assertThat(records).isSorted();
    assertThat(records.stream().distinct().count()).isLessThan(records.size());
  }

  @Test
  void naturalSitesComeFromAColumn() throws IOException {
    Path file = folder.resolve("wards.csv");
    StringBuilder text = new StringBuilder("a,b,ward\n");
    for (int i = 0; i < 60; i++) {
      text.append(
          "%d.%d,%d,%s%n".formatted(i % 2 * 9, i % 7, i % 5, i % 3 == 0 ? "north" : "south"));
    }
    Files.writeString(file, text);
    CommandRun run =
        CommandRun.of(
            "simulate",
            "--data",
            file,
            "--partition",
            "column:ward",
            "--clusters",
            "2",
            "--out",
            folder.resolve("out"));
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("north", "south");
  }

  @Test
  void quietSaysNothing() {
    CommandRun run = iris("out", "--clusters", "3", "--quiet");
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void aMethodWithoutAnOptionNamesItsOwnInTheirOrder() {
    String groups = "--method anchor-graph:groups --accept-group-disclosure --epsilon 1";
    assertThat(simulateIris(groups).err()).contains("It has: --neighbors, --rounds, --robust.");
    assertThat(simulateIris("--epsilon 1").err()).contains("It has: --verdict, --fit.");
  }

  private static CommandRun simulateIris(String words) {
    Object[] arguments = ("simulate --data iris --clusters 3 " + words).split(" ", -1);
    return CommandRun.of(arguments);
  }

  @Test
  void theHelpOfLevelDpOffersNothingThatDpRefuses() {
    assertThat(CommandRun.of("simulate", "--privacy", "dp", "--help").out())
        .contains("Options of privacy level dp", "--bounds")
        .doesNotContain("--neighbors", "--rounds");
  }

  @Test
  void theHelpHintsAtTheMethodThatIsMeant() {
    assertThat(CommandRun.of("simulate", "--method", "kfed", "--help").out())
        .contains("There is no method kfed. Did you mean k-fed?");
  }
}
