package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {
  @Test
  void recordsAreRebuiltFromTheGraphOfTheirSite(@TempDir Path folder) throws IOException {
    Path out = folder.resolve("audit");

    CommandRun run =
        CommandRun.of(
            "audit",
            "--data",
            "moon",
            "--clusters",
            2,
            "--method",
            "spp-fgc",
            "--privacy",
            "paper",
            "--accept-graph-disclosure",
            "--neighbors",
            15,
            "--out",
            out,
            "--format",
            "json");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(8);
    JsonNode data = run.json().path("data");
    assertThat(data.path("verdict").asText()).isEqualTo("NO GUARANTEE");
    assertThat(data.path("reconstruction").path("relative_error").asDouble()).isLessThan(1e-2);
    assertThat(out).isDirectoryContaining("glob:**audit.json").isDirectoryContaining("glob:**.png");
    assertThat(Files.readString(out.resolve("audit.html")))
        .contains("NO GUARANTEE", "not a proof", "data:image/png;base64,")
        .doesNotContain("http");
  }

  @Test
  void componentsOfTheSameSiteGiveLittleAway() throws IOException {
    JsonNode data =
        CommandRun.of(
                "audit",
                "--data",
                "moon",
                "--clusters",
                2,
                "--method",
                "spp-fgc",
                "--accept-group-disclosure",
                "--format",
                "json")
            .json()
            .path("data");

    assertThat(data.path("reconstruction").path("relative_error").asDouble()).isGreaterThan(0.5);
  }

  /** The noise is fresh, so the verdict is not pinned: chance may fail one audit in twenty. */
  @Test
  void aNoisyHistogramIsTestedAgainstItsPromise() throws IOException {
    CommandRun run =
        CommandRun.of(
            "audit",
            "--data",
            "moon",
            "--clusters",
            2,
            "--privacy",
            "dp",
            "--epsilon",
            1,
            "--bounds",
            "-2:3",
            "--noise",
            "local",
            "--runs",
            400,
            "--targets",
            1,
            "--format",
            "json");

    JsonNode data = run.json().path("data");
    assertThat(data.path("promise").path("epsilon").asDouble()).isEqualTo(1);
    assertThat(data.path("checks")).hasSize(7);
    assertThat(data.path("reconstruction").path("relative_error").asDouble()).isGreaterThan(0.5);
    assertThat(run.exitCode()).isEqualTo(data.path("verdict").asText().equals("PASS") ? 0 : 7);
  }

  @Test
  void tooFewRunsAreRefused() {
    CommandRun run = CommandRun.of("audit", "--data", "moon", "--clusters", 2, "--runs", 10);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--runs is 10");
  }
}
