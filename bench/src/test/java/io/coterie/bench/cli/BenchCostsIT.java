package io.coterie.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.coterie.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measuring commands, on sizes at which nothing is to be learned about speed. */
class BenchCostsIT {
  @TempDir Path folder;

  @Test
  void growthRunsEverySizeInAProcessOfItsOwn() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench",
            "growth",
            "--sizes",
            "300,600",
            "--features",
            "3",
            "--sites",
            "2",
            "--heap",
            "256m",
            "--out",
            folder);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err().lines().toList())
        .hasSize(2)
        .first()
        .asString()
        .matches("300 records: [0-9.]+ CPU s, [0-9.]+ s");
    assertThat(run.out()).contains("CPU s", "peak MiB", "CPU time grows as N^", "growth.json");

    JsonNode document =
        new ObjectMapper().readTree(Files.readString(folder.resolve("growth.json")));
    assertThat(document.path("schema_version").asInt()).isEqualTo(1);
    assertThat(document.at("/machine/cores").asInt()).isPositive();
    JsonNode rows = document.at("/tables/0/rows");
    assertThat(rows).hasSize(2);
    for (JsonNode row : rows) {
      assertThat(row.path("accuracy").asDouble()).isEqualTo(1);
      assertThat(row.path("cpu_seconds").asDouble()).isPositive();
    }
    assertThat(document.path("exponents").findValuesAsText("sizes")).containsOnly("all sizes");
    assertThat(folder.resolve("growth.md")).content().contains("| 600 records |");

    // A file in which the same rows took no time worth speaking of.
    Path before = folder.resolve("before.json");
    String text = Files.readString(folder.resolve("growth.json"));
    Files.writeString(
        before,
        text.replaceAll("\"compared_cpu_seconds\": [0-9.E-]+", "\"compared_cpu_seconds\": 0.001"));
    CommandRun later =
        CommandRun.of(
            "bench",
            "growth",
            "--sizes",
            "300",
            "--features",
            "3",
            "--sites",
            "2",
            "--heap",
            "256m",
            "--out",
            folder,
            "--before",
            before,
            "--format",
            "json");
    assertThat(later.exitCode()).as(later.err()).isZero();
    assertThat(later.err()).contains("warning: growth/300 records takes");
    assertThat(later.json().at("/data/tables/0/rows/0/ratio_to_before").asDouble())
        .isGreaterThan(1.2);
    assertThat(later.json().at("/data/warnings")).hasSize(1);
  }

  @Test
  void aRunThatFailsIsARowAndNotTheEnd() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench", "growth", "--sizes", "3", "--heap", "256m", "--out", folder, "--quiet");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode row =
        new ObjectMapper()
            .readTree(Files.readString(folder.resolve("growth.json")))
            .at("/tables/0/rows/0");
    assertThat(row.has("cpu_seconds")).isFalse();
    assertThat(row.path("note").asText()).startsWith("not measured: it ended with exit code ");
  }

  @Test
  void speedSaysThatMnistIsMissing() throws IOException {
    CommandRun run =
        CommandRun.of("bench", "speed", "--only", "cluster", "--data-dir", folder, "--out", folder);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("not measured: no file mnist/");
  }

  @Test
  void refusesWhatCannotBeMeasured() {
    assertThat(CommandRun.of("bench", "speed", "--only", "eigne").err())
        .contains("--only is 'eigne'; it must be one of neighbors, eigen, cluster.")
        .contains("Did you mean eigen?");
    assertThat(CommandRun.of("bench", "growth", "--sizes", "0").err())
        .contains("--sizes is 0; it must be at least 1.");
    assertThat(CommandRun.of("bench", "growth", "--heap", "lots").err())
        .contains("--heap is 'lots'; it must be a number and a unit, such as 1100m or 2g.");
    CommandRun before = CommandRun.of("bench", "growth", "--before", folder.resolve("none.json"));
    assertThat(before.exitCode()).isEqualTo(3);
    assertThat(before.err()).contains("none.json cannot be read");
  }
}
