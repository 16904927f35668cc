package io.coterie.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.coterie.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchBytesTest {
  @TempDir Path folder;

  @Test
  void everyLevelOfAMethodHasARowWithTheBytesOfASimulation() throws IOException {
    CommandRun run =
        CommandRun.of(
            "bench",
            "bytes",
            "--data",
            "iris",
            "--methods",
            "k-fed,spp-fgc,dp-lloyd",
            "--format",
            "json",
            "--out",
            folder);
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode table = new ObjectMapper().readTree(folder.resolve("bytes.json").toFile());
    assertThat(run.json().at("/data/tables")).isEqualTo(table.path("tables"));
    JsonNode iris = table.at("/tables/0");
    assertThat(iris.path("floats_bytes").asLong()).isEqualTo(150 * 4 * 4);
    assertThat(iris.path("gzip_csv_bytes").asLong()).isBetween(500L, 1500L);
    List<String> ways = new ArrayList<>();
    for (JsonNode row : iris.path("rows")) {
      ways.add(
          "%s %s %s"
              .formatted(
                  row.path("method").asText(),
                  row.path("level").asText(),
                  row.path("sums").asText()));
      assertThat(row.path("bytes_out_per_record").asDouble())
          .isEqualTo(row.path("bytes_out").asLong() / 150.0)
          .isPositive();
    }
    assertThat(ways)
        .containsExactly(
            "k-fed component masked",
            "k-fed component plain",
            "spp-fgc paper plain",
            "spp-fgc component masked",
            "spp-fgc component plain",
            "dp-lloyd component masked",
            "dp-lloyd component plain",
            "dp-lloyd dp masked",
            "dp-lloyd dp plain");
    assertThat(iris.at("/rows/0/bytes_out").asLong()).isEqualTo(simulated("masked"));
    assertThat(iris.at("/rows/1/bytes_out").asLong()).isEqualTo(simulated("plain"));
    assertThat(Files.readString(folder.resolve("bytes.md")))
        .contains("| the records, 4 bytes a value | - | - | - | 16.0 | - | 1.0 |", "| k-fed |");
  }

  private long simulated(String sums) throws IOException {
    Path out = folder.resolve(sums);
    CommandRun run =
        CommandRun.of(
            "simulate",
            "--data",
            "iris",
            "--clusters",
            "3",
            "--method",
            "k-fed",
            "--accept-group-disclosure",
            "--sites",
            "5",
            "--sums",
            sums,
            "--seed",
            "0",
            "--quiet",
            "--out",
            out);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return new ObjectMapper()
        .readTree(out.resolve("run.json").toFile())
        .at("/traffic/bytes_out")
        .asLong();
  }

  @Test
  void aSetThatIsMissingIsSaidAndTheOthersGoOn() {
    CommandRun some =
        CommandRun.of(
            "bench",
            "bytes",
            "--data",
            "iris,usps",
            "--methods",
            "k-fed",
            "--sites",
            "2",
            "--data-dir",
            folder,
            "--out",
            folder);
    assertThat(some.exitCode()).as(some.err()).isZero();
    assertThat(some.out()).contains("USPS: no file", "component  plain").doesNotContain("  masked");
    CommandRun none =
        CommandRun.of("bench", "bytes", "--data", "usps", "--data-dir", folder, "--out", folder);
    assertThat(none.exitCode()).isEqualTo(3);
    assertThat(none.err()).contains("No run is possible");
  }
}
