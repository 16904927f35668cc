package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {
  @Test
  void theDefaultLevelIsTestedBesideStudiesWithoutTheSite(@TempDir Path folder) throws IOException {
    Path out = folder.resolve("audit");

    CommandRun run = CommandRun.of("audit", "--data", "moon:500", "--clusters", 2, "--out", out);

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "records stated exactly",
            "on a study without this site",
            "50 records of the site in the study",
            "whoever knows all records of all sites but one",
            "colluding sites",
            "PASS",
            "This is not differential privacy");
    JsonNode data = new ObjectMapper().readTree(out.resolve("audit.json").toFile());
    assertThat(data.path("level").asText()).isEqualTo("totals");
    assertThat(data.path("verdict").asText()).isEqualTo("PASS");
    assertThat(data.path("checks")).hasSize(8).allMatch(check -> check.path("passed").asBoolean());
    JsonNode rebuilt = data.path("reconstruction");
    assertThat(rebuilt.path("relative_error").asDouble()).isBetween(0.05, 0.2);
    assertThat(rebuilt.path("control_relative_error").asDouble()).isBetween(0.05, 0.2);
    assertThat(data.path("membership").path("auc").path("value").asDouble()).isBetween(0.3, 0.7);
    assertThat(data.path("all_others_known").path("relative_error").asDouble()).isZero();
    assertThat(data.path("collusion")).hasSize(4);
    assertThat(data.path("collusion").get(0).path("stated_exactly").asInt(-1)).isZero();
    assertThat(Files.readString(out.resolve("audit.html")))
        .contains("Colluding sites", "not differential privacy", "Grey: as he states them");
    assertThat(out).isDirectoryContaining("glob:**.png");
  }

  @Test
  void aStudyFileSaysWhatIsAudited(@TempDir Path folder) {
    Path study = folder.resolve("study.yaml");
    CommandRun written =
        CommandRun.of(
            "study", "new", "--data", "iris", "--clusters", 3, "--sites", "a,b,c", "--out", study);
    assertThat(written.exitCode()).as(written.err()).isZero();

    CommandRun run = CommandRun.of("audit", study, "--data", "iris");

    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains("a of iris", "PASS");
    assertThat(CommandRun.of("audit", study, "--data", "iris", "--clusters", 3).err())
        .contains("--clusters is given beside the study");
  }

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

    JsonNode rebuilt = data.path("reconstruction");
    assertThat(rebuilt.path("relative_error").asDouble()).isGreaterThan(0.5);
    assertThat(rebuilt.path("control_relative_error").asDouble()).isGreaterThan(0.5);
    assertThat(data.path("membership").path("control_auc").path("value").asDouble())
        .isBetween(0.3, 0.7);
    assertThat(data.has("collusion")).isFalse();
  }

  @Test
  void anAttackThatCannotBeTriedIsNotPassed() {
    CommandRun run = CommandRun.of("audit", "--data", "iris", "--clusters", 3, "--sites", 1);

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).doesNotContain("PASS");
    assertThat(run.err()).contains("takes a second site");
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
