package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtherCommandsTest {
  @Test
  void suggestNamesTheNumberOfBlobs() throws IOException {
    JsonNode data =
        CommandRun.of("suggest", "--data", "blobs:600x4", "--format", "json").json().path("data");
    assertThat(data.path("clusters").intValue()).isEqualTo(5);
    assertThat(data.path("doubt").textValue()).isIn("clear", "likely");
    assertThat(data.path("candidates").size()).isGreaterThan(3);
    assertThat(data.path("candidates").path(0).path("gap").doubleValue())
        .isGreaterThan(data.path("candidates").path(1).path("gap").doubleValue());
  }

  @Test
  void suggestShowsBarsAndDoubt() {
    CommandRun run = CommandRun.of("suggest", "--data", "iris");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains(
            "#####",
            "By the gaps: likely 2 clusters; 3 are possible.",
            "clear groups",
            "Next: coterie simulate");
  }

  @Test
  void suggestGivesOneWhereThereAreNoGroupsAndFailsWhereAsked() throws IOException {
    java.nio.file.Path file = java.nio.file.Files.createTempFile("noise", ".csv");
    java.util.SplittableRandom random = new io.coterie.math.Seed(5).random();
    StringBuilder noise = new StringBuilder("a,b,c\n");
    for (int i = 0; i < 400; i++) {
      noise.append(
          "%.6f,%.6f,%.6f\n"
              .formatted(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()));
    }
    java.nio.file.Files.writeString(file, noise);
    CommandRun run = CommandRun.of("suggest", "--data", file, "--format", "json");
    CommandRun failing = CommandRun.of("suggest", "--data", file, "--fail-on", "none");
    CommandRun iris = CommandRun.of("suggest", "--data", "iris", "--fail-on", "weak");
    java.nio.file.Files.delete(file);

    assertThat(run.exitCode()).isZero();
    assertThat(run.json().path("data").path("clusters").intValue()).isEqualTo(1);
    assertThat(run.json().path("data").path("verdict").textValue()).isEqualTo("no clear groups");
    assertThat(failing.exitCode()).isEqualTo(10);
    assertThat(failing.err())
        .contains("The verdict is 'no clear groups', on which --fail-on none fails: exit code 10.");
    assertThat(failing.out())
        .contains("gaps are wide in noise, too. The verdict goes first")
        .doesNotContain("likely")
        .doesNotContain("little speaks for another number");
    assertThat(iris.exitCode()).isZero();
  }

  @Test
  void onlyAMethodThatGivesAVerdictCanFailOnIt() {
    CommandRun run =
        CommandRun.of(
            "simulate",
            "--data",
            "iris",
            "--clusters",
            3,
            "--method",
            "k-fed",
            "--accept-group-disclosure",
            "--fail-on",
            "none");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--fail-on needs a verdict");
  }

  @Test
  void suggestCopesWithRecordsThatAreAllAlike() throws IOException {
    java.nio.file.Path file = java.nio.file.Files.createTempFile("alike", ".csv");
    java.nio.file.Files.writeString(file, "a,b\n" + "1,2\n".repeat(50));
    CommandRun run = CommandRun.of("suggest", "--data", file);
    java.nio.file.Files.delete(file);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("1");
  }

  @Test
  void doctorFindsThisMachineFine() throws IOException {
    CommandRun run = CommandRun.of("doctor", "--format", "json");
    assertThat(run.exitCode()).isZero();
    assertThat(run.json().path("data").path("checks").findValuesAsText("name"))
        .contains("Java", "heap", "cores", "OpenBLAS", "DuckDB", "methods", "temporary folder");
    assertThat(CommandRun.of("doctor").out()).contains("Coterie can run here.");
  }

  @Test
  void methodsListsTheDefault() {
    assertThat(CommandRun.of("methods").out())
        .contains("anchor-graph", "totals dp", "paper component", "--neighbors");
  }

  @Test
  void methodsDescribesTheOptionsOfOne() throws IOException {
    assertThat(CommandRun.of("methods", "ffcm").out())
        .contains("--fuzzifier M", "How soft clusters are", "none, cap, trimmed or median")
        .doesNotContain("--neighbors", "k-fed");
    JsonNode option =
        CommandRun.of("methods", "k-fed", "--format", "json").json().path("data").path("options");
    assertThat(option.path(0).path("name").textValue()).isEqualTo("--local-clusters");
    assertThat(option.path(0).path("default").textValue()).isEqualTo("the number of clusters");
    assertThat(CommandRun.of("methods", "k-fad").err()).contains("Did you mean k-fed?");
    assertThat(CommandRun.of("methods", "f-dec").err()).contains("part of the add-on deep");
  }

  @Test
  void helpShowsTheOptionsOfTheMethodThatIsChosen() {
    assertThat(CommandRun.of("simulate", "--method", "anchor-graph:groups", "--help").out())
        .contains("Options of anchor-graph:groups", "--neighbors=K", "--rounds=N", "--clusters=")
        .doesNotContain("--fuzzifier", "--signs");
    assertThat(CommandRun.of("inspect", "--method", "dsc", "--help").out())
        .contains("Options of dsc", "--signs=HOW")
        .doesNotContain("--neighbors");
  }

  @Test
  void helpShowsTheOptionsOfTheLevelThatIsChosen() {
    assertThat(CommandRun.of("simulate", "--help").out())
        .contains(
            "Options of privacy level totals", "--min-group=K", "Default: auto.", "--epsilon=")
        .doesNotContain("--colluders=", "--bounds=", "--accept-gr", "--sums");
    assertThat(CommandRun.of("simulate", "--method", "k-fed", "--help").out())
        .contains("Options of privacy level component", "--sums=HOW", "--accept-group-disclosure")
        .doesNotContain("--accept-graph-disclosure");
    assertThat(CommandRun.of("audit", "--privacy", "dp", "--help").out())
        .contains("Options of privacy level dp", "--colluders=T", "--bounds=FILE")
        .doesNotContain("--min-group=");
    assertThat(CommandRun.of("inspect", "--privacy", "open", "--help").exitCode()).isZero();
  }

  @Test
  void anOptionOfAMissingAddOnNamesTheAddOn() {
    CommandRun run =
        CommandRun.of("simulate", "--data", "iris", "--method", "f-dec", "--passes", "2");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("Method f-dec is part of the add-on deep");
    assertThat(CommandRun.of("simulate", "--data", "iris", "--passes", "2").err())
        .contains("There is no option --passes.");
  }

  @Test
  void versionIsOneLine() {
    assertThat(CommandRun.of("--version").out()).matches("coterie [0-9.]+ \\(Java .*\\)\\R");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "simulate",
        "predict",
        "evaluate",
        "suggest",
        "budget",
        "methods",
        "doctor",
        "status",
        "logs",
        "stop"
      })
  void everyCommandHasHelp(String command) {
    CommandRun run = CommandRun.of(command, "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: coterie " + command).contains("--format", "--quiet");
    assertThat(CommandRun.of("--help").out()).contains(command);
  }
}
