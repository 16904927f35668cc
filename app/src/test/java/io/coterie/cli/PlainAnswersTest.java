package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.json.Json;
import io.coterie.math.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a newcomer stumbled over in what commands print. */
class PlainAnswersTest {
  private static final Path WARD = Path.of("..", "examples", "clinical");

  @TempDir private Path folder;
  private Path noise;

  @BeforeEach
  void writeNoise() throws IOException {
    SplittableRandom random = new Seed(5).random();
    StringBuilder text = new StringBuilder("a,b,c\n");
    for (int i = 0; i < 400; i++) {
      text.append(
          "%.6f,%.6f,%.6f\n"
              .formatted(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()));
    }
    noise = Files.writeString(folder.resolve("noise.csv"), text);
  }

  private CommandRun simulate(Object... more) {
    Object[] words = new Object[more.length + 4];
    System.arraycopy(new Object[] {"simulate", "--out", out(), "--force"}, 0, words, 0, 4);
    System.arraycopy(more, 0, words, 4, more.length);
    CommandRun run = CommandRun.of(words);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private Path out() {
    return folder.resolve("out");
  }

  private JsonNode report() throws IOException {
    return Json.parse(Files.readString(out().resolve("report.json")));
  }

  @Test
  void theHeadlineAgreesWithTheVerdict() throws IOException {
    simulate("--data", noise);
    assertThat(report().path("title").asText())
        .isEqualTo("No clear groups in 400 records of 5 sites");
    simulate("--data", noise, "--clusters", 3);
    assertThat(report().path("title").asText())
        .isEqualTo("No clear groups in 400 records of 5 sites, cut into 3 clusters");
    simulate("--data", "iris", "--clusters", 3);
    assertThat(report().path("title").asText())
        .startsWith("3 clusters in 150 records of 5 sites; verdict: clear groups");
  }

  @Test
  void termsOfTheMethodAreShownWhereTheyAreAskedFor() throws IOException {
    String plain = simulate("--data", noise, "--clusters", 3).out();
    assertThat(plain)
        .contains("noise can be stable, too", "R: records in the valley", "Z: how sure")
        .doesNotContain("on-lattice")
        .doesNotContain("posterior entropy")
        .doesNotContain("anchors  ");
    String all = simulate("--data", noise, "--clusters", 3, "--verbose").out();
    assertThat(all).contains("on-lattice", "posterior entropy");
    JsonNode findings = Json.parse(Files.readString(out().resolve("run.json"))).path("findings");
    assertThat(findings.has("representation") && findings.has("refinement")).isTrue();
  }

  @Test
  void theCommandThatRepeatsARunNamesTheFileOfItsStudy() throws IOException {
    Path study = Files.copy(WARD.resolve("study.yaml"), folder.resolve("agreed on.yaml"));
    Path mapping = WARD.resolve("mapping.yaml");
    simulate(study, "--data", WARD.resolve("ward.csv"), "--mapping", mapping);
    assertThat(report().path("repeat").asText()).startsWith("coterie simulate 'agreed on.yaml' ");
    assertThat(report().toString()).doesNotContain(folder.toString() + "/agreed");
  }

  @Test
  void inspectAndAuditReadATableByItsMapping() {
    Path study = WARD.resolve("study.yaml");
    for (String command : new String[] {"inspect", "audit"}) {
      CommandRun run =
          CommandRun.of(
              command,
              study,
              "--data",
              WARD.resolve("ward.csv"),
              "--mapping",
              WARD.resolve("mapping.yaml"));
      assertThat(run.exitCode()).as(command + run.err()).isZero();
      CommandRun single =
          CommandRun.of(command, "--data", "iris", "--mapping", WARD.resolve("mapping.yaml"));
      assertThat(single.exitCode()).as(command).isEqualTo(2);
      assertThat(single.err()).contains("--mapping is made for a study");
    }
  }

  @Test
  void boundsOfADateAreSaidToBeNumbers() throws IOException {
    Path study =
        Files.writeString(
            folder.resolve("dp.yaml"),
            """
            study: dp
            clusters: 2
            schema:
              missing: mean
              columns:
                - {name: born, kind: date, part: age, at: 2024-06-30}
                - {name: sex, kind: binary, levels: [F, M]}
            privacy: {level: dp, epsilon: 4, public-records: 300}
            participation: {sites: [a, b, c]}
            """);
    CommandRun run = CommandRun.of("study", "check", study);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("missing of 'born'. Bounds of a date are numbers: of 'born' the age in years");
  }
}
