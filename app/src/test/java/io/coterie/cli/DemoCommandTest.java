package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
  @TempDir private Path folder;

  @Test
  void findsTheTwoKindsOfTumours() throws IOException {
    CommandRun run = CommandRun.of("demo", "--out", folder.resolve("demo"), "--format", "json");
    assertThat(run.exitCode()).isZero();
    JsonNode data = run.json().path("data");
    assertThat(data.path("scores").path("accuracy").doubleValue()).isGreaterThanOrEqualTo(0.93);
    assertThat(data.path("clusters").path("found").intValue()).isEqualTo(2);
    assertThat(data.path("sites")).hasSize(5);
  }

  @Test
  void tellsTheStory() {
    CommandRun run = CommandRun.of("demo", "--out", folder.resolve("demo"));
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("site-5", "malignant", "rounds", "left the sites", "ACC", "NMI")
        .contains("NOT PRIVATE")
        .contains(folder.resolve("demo").resolve("model.json").toString())
        .contains("Next: coterie predict");
    assertThat(run.err()).contains("totals over nested cells").doesNotContain("\u001b");
  }

  @Test
  void replacesAnEarlierDemoButNothingElse() throws IOException {
    Path out = folder.resolve("demo");
    assertThat(CommandRun.of("demo", "--out", out).exitCode()).isZero();
    assertThat(CommandRun.of("demo", "--out", out).exitCode()).isZero();
    Files.writeString(out.resolve("run.json"), "{\"command\": \"simulate\"}");
    assertThat(CommandRun.of("demo", "--out", out).exitCode()).isEqualTo(6);
  }
}
