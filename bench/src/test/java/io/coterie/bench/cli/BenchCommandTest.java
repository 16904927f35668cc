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

class BenchCommandTest {
  @TempDir Path folder;

  private CommandRun quick(Object... more) {
    Object[] words = {
      "bench",
      "table1",
      "--quick",
      "--data",
      "iris,wdbc,moon",
      "--methods",
      "spp-fgc,anchor-graph",
      "--out",
      folder.resolve("bench")
    };
    Object[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return CommandRun.of(all);
  }

  @Test
  void aQuickRunFillsTheTableAndASecondOneOnlyReadsIt() throws IOException {
    CommandRun first = quick();
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out()).contains("spp-fgc", "anchor-graph", "Iris", "WDBC", "Moon");
    assertThat(first.err().lines()).hasSize(12);
    assertThat(first.err()).contains("12/12  ", "about ", " to go");
    JsonNode table =
        new ObjectMapper()
            .readTree(Files.readString(folder.resolve("bench").resolve("table1.json")));
    assertThat(table.path("rows")).hasSize(3);
    assertThat(table.path("rows").path(0).path("cells").path(1).path("acc").path("mean").asDouble())
        .isGreaterThan(.96);
    assertThat(Files.readString(folder.resolve("bench").resolve("table1.md")))
        .contains("paper .963", "ceiling .907");

    JsonNode page = page(folder.resolve("bench"));
    assertThat(page.at("/parts/0/command").asText()).isEqualTo(table.path("command").asText());
    assertThat(page.at("/parts/0/rows/0/cells/0/paper/acc").asDouble()).isEqualTo(.9629);
    for (int row = 0; row < 3; row++) {
      String score = "/rows/%d/cells/1/nmi".formatted(row);
      assertThat(page.at("/parts/0" + score)).isEqualTo(table.at(score));
    }
    assertThat(page.findValues("runs")).isEmpty();

    CommandRun second = quick("--format", "json");
    assertThat(second.json().at("/data/report").asText()).endsWith("report.html");
    assertThat(second.err()).isEmpty();
    assertThat(second.json().path("data").path("failed_runs").asInt()).isZero();
    assertThat(Files.readAllLines(folder.resolve("bench").resolve("cells.jsonl"))).hasSize(12);
  }

  private static JsonNode page(Path out) throws IOException {
    return new ObjectMapper().readTree(Files.readString(out.resolve("report.json")));
  }

  @Test
  void thePageHasAPartForEachExperimentOfTheFolder() throws IOException {
    Path page = folder.resolve("report.html");
    for (String experiment : new String[] {"table1", "ablation", "table1"}) {
      CommandRun run =
          CommandRun.of(
              "bench", experiment, "--data", "iris", "--seeds", "1", "--quiet", "--out", folder);
      assertThat(run.exitCode()).as(run.err()).isZero();
    }
    assertThat(page(folder).path("parts").findValuesAsText("name"))
        .containsExactly("ablation", "table1");
    String first = Files.readString(page);
    assertThat(first).contains("<title>Benchmarks of clustering</title>", "Coterie.start(");

    Files.delete(page);
    assertThat(CommandRun.of("report", folder).exitCode()).isZero();
    assertThat(page).hasContent(first);
  }

  @Test
  void theCatalogueTellsWhatIsMissing() throws IOException {
    CommandRun run = CommandRun.of("bench", "list", "--data-dir", folder, "--format", "json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode sets = run.json().path("data").path("sets");
    assertThat(sets).hasSize(15);
    assertThat(sets.path(0).path("present").asBoolean()).isTrue();
    assertThat(sets.path(3).path("present").asBoolean()).isFalse();
    assertThat(sets.path(3).path("remark").asText()).contains("no file bank/bank.csv.gz");
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    CommandRun data = CommandRun.of("bench", "table1", "--data", "irsi", "--out", folder);
    assertThat(data.exitCode()).isEqualTo(2);
    assertThat(data.err()).contains("Did you mean iris?");
    CommandRun method =
        CommandRun.of("bench", "table1", "--data", "iris", "--methods", "anchor", "--out", folder);
    assertThat(method.exitCode()).isEqualTo(2);
    assertThat(method.err()).contains("There is no method anchor.");
    CommandRun experiment = CommandRun.of("bench", "table2");
    assertThat(experiment.exitCode()).isEqualTo(2);
    assertThat(experiment.err()).contains("There is no command table2. Did you mean table1?");
    CommandRun seeds = CommandRun.of("bench", "table1", "--seeds", "0", "--out", folder);
    assertThat(seeds.exitCode()).isEqualTo(2);
    assertThat(seeds.err()).contains("--seeds is 0; it must be at least 1.");
  }

  @Test
  void saysThatNothingCanBeRun() {
    CommandRun run = CommandRun.of("bench", "heterogeneity", "--data-dir", folder, "--out", folder);
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("No run is possible");
    assertThat(CommandRun.of("bench", "graphs", "--data-dir", folder.resolve("no")).err())
        .contains("does not exist; check --data-dir or COTERIE_DATA.");
  }

  @Test
  void thePageHasCurvesOverTheNumberOfSites() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench",
            "clients",
            "--data",
            "iris",
            "--methods",
            "anchor-graph",
            "--seeds",
            "1",
            "--quiet",
            "--out",
            folder);
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode part = page(folder).at("/parts/0");
    assertThat(part.path("is_curve").asBoolean()).isTrue();
    assertThat(part.path("rows")).hasSize(5);
    assertThat(part.at("/rows/4/row").asText()).isEqualTo("Iris M = 50");
    assertThat(part.at("/rows/4/cells/0/acc/mean").asDouble()).isGreaterThan(.9);
    assertThat(part.path("figures")).isEmpty();
  }

  @Test
  void partitionsAreTheColumnsOfATableWithSpreads() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench",
            "partitions",
            "--data",
            "iris",
            "--sites",
            "4",
            "--methods",
            "anchor-graph,k-fed",
            "--seeds",
            "2",
            "--out",
            folder);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("iid", "dirichlet:0.3", "shards:2", "het:0.8", "het-overlap:0.8");
    JsonNode rows =
        new ObjectMapper().readTree(folder.resolve("partitions.json").toFile()).path("rows");
    assertThat(rows).hasSize(2);
    assertThat(rows.path(1).path("row").asText()).isEqualTo("Iris k-fed");
    assertThat(rows.path(0).path("cells")).hasSize(5);
    for (JsonNode cell : rows.path(0).path("cells")) {
      assertThat(cell.path("partition").asText()).isEqualTo(cell.path("column").asText());
      assertThat(cell.path("sites").asInt()).isEqualTo(4);
      assertThat(cell.path("acc").path("seeds").asInt()).isEqualTo(2);
      assertThat(cell.path("nmi").path("std").isNumber()).isTrue();
    }
    assertThat(Files.readString(folder.resolve("partitions.md")))
        .contains("## ACC", "## NMI", "| data | what | iid |", " ± ");
  }

  @Test
  void theAblationHasARowForEachCombinationOfParts() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench",
            "ablation",
            "--data",
            "iris",
            "--seeds",
            "1",
            "--format",
            "json",
            "--out",
            folder);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.json().path("data").path("rows")).hasSize(11);
    assertThat(run.json().path("data").path("failed_runs").asInt()).isZero();
  }
}
