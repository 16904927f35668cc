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

class BenchTotalsTest {
  @TempDir Path folder;

  private CommandRun totals(String methods, int seeds) {
    return CommandRun.of(
        "bench",
        "totals",
        "--data",
        "iris",
        "--methods",
        methods,
        "--seeds",
        seeds,
        "--out",
        folder);
  }

  @Test
  void everyKHasItsScoresAnchorsRoundsAndBytesAndNothingIsRunTwice() throws IOException {
    CommandRun first = totals("anchor-graph:min-group=5", 1);
    assertThat(first.exitCode()).as(first.err()).isZero();

    String all =
        "anchor-graph:min-group=5,anchor-graph:min-group=10,anchor-graph:groups:sums=masked";
    CommandRun second = totals(all, 2);
    assertThat(second.exitCode()).as(second.err()).isZero();
    assertThat(second.err()).contains("2/6  ", "6/6  ").doesNotContain("1/6  ");
    JsonNode data = new ObjectMapper().readTree(folder.resolve("totals.json").toFile());
    assertThat(data.path("failed_runs").asInt()).isZero();
    JsonNode cells = data.at("/rows/0/cells");
    assertThat(cells.findValuesAsText("column"))
        .containsExactly("anchor-graph K=5", "anchor-graph K=10", "anchor-graph:groups masked");
    for (JsonNode cell : cells) {
      for (String metric : new String[] {"acc", "nmi", "anchors", "rounds", "bytes_per_site"}) {
        assertThat(cell.path(metric).path("seeds").asInt()).as(metric).isEqualTo(2);
        assertThat(cell.path(metric).path("mean").asDouble()).as(metric).isPositive();
      }
      double bytes = 0;
      for (JsonNode run : cell.path("runs")) {
        bytes += run.path("bytes_out").asLong() / (2 * 5.0);
      }
      assertThat(cell.at("/bytes_per_site/mean").asDouble()).isEqualTo(bytes);
    }
    // Fewer records of a total make more cells.
    assertThat(cells.at("/0/anchors/mean").asDouble())
        .isGreaterThan(cells.at("/1/anchors/mean").asDouble());

    CommandRun third = totals(all, 2);
    assertThat(third.err()).isEmpty();
    assertThat(third.out()).contains("ACC/NMI", "Anchors", "Rounds", "Bytes per site");
    assertThat(Files.readAllLines(folder.resolve("cells.jsonl"))).hasSize(6);
    assertThat(Files.readString(folder.resolve("totals.md")))
        .contains("## ACC", "## NMI", "## Anchors", "## Rounds", "## Bytes per site")
        .contains("level totals, K = 5: anchor-graph K=5;")
        .contains("level component, masked sums: anchor-graph:groups masked.");
  }

  @Test
  void refusesAPrivacyThatNoStudyHas() {
    CommandRun none = totals("anchor-graph:min-group=0", 1);
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("--min-group is 0; it must be at least 1.");
    CommandRun word = totals("anchor-graph:min-group=few", 1);
    assertThat(word.exitCode()).isEqualTo(2);
    assertThat(word.err()).contains("min-group is 'few'; it must be a whole number of at least 1.");
    CommandRun sums = totals("anchor-graph:groups:sums=maskd", 1);
    assertThat(sums.exitCode()).isEqualTo(2);
    assertThat(sums.err()).contains("it must be one of masked, plain.");
    CommandRun plain = totals("anchor-graph:sums=plain", 1);
    assertThat(plain.exitCode()).isEqualTo(2);
    assertThat(plain.err()).contains("level totals always has them under masks.");
  }
}
