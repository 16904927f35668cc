package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluateCommandTest {
  @TempDir private Path folder;
  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    data = Files.writeString(folder.resolve("data.csv"), "a,kind\n0,x\n1,x\n9,y\n10,y\n11,y\n");
  }

  private CommandRun evaluate(String clusters, Object... labels) throws IOException {
    Path file = Files.writeString(folder.resolve("clusters.csv"), clusters);
    return labels.length == 0
        ? CommandRun.of("evaluate", "--data", data, "--clusters-file", file, "--ignore", "kind")
        : CommandRun.of(
            "evaluate",
            "--data",
            data,
            "--clusters-file",
            file,
            "--labels",
            "kind",
            "--format",
            "json");
  }

  @Test
  void scoresAgainstTheTrueGroups() throws IOException {
    JsonNode scores =
        evaluate("cluster\nred\nred\nblue\nblue\nred\n", "kind").json().path("data").path("scores");
    assertThat(scores.path("accuracy").doubleValue()).isEqualTo(0.8);
    assertThat(scores.path("purity").doubleValue()).isEqualTo(0.8);
  }

  @Test
  void scoresByDistancesAlone() throws IOException {
    CommandRun run = evaluate("cluster\n0\n0\n1\n1\n1\n");
    assertThat(run.out()).contains("silhouette", "Davies-Bouldin").doesNotContain("ACC");
  }

  @Test
  void findsRecordsByTheirNumber() throws IOException {
    JsonNode data =
        evaluate("record,site,cluster\n4,s,1\n0,s,0\n2,s,1\n0,t,0\n", "kind").json().path("data");
    assertThat(data.path("lines").intValue()).isEqualTo(4);
    assertThat(data.path("scores").path("accuracy").doubleValue()).isEqualTo(1);
  }

  @Test
  void oneClusterHasNoCompactness() throws IOException {
    assertThat(evaluate("cluster\n0\n0\n0\n0\n0\n").out()).contains("not defined");
  }

  @Test
  void refusesAnAnswerForOtherRecords() throws IOException {
    CommandRun shorter = evaluate("cluster\n0\n1\n");
    assertThat(shorter.exitCode()).isEqualTo(3);
    assertThat(shorter.err()).contains("2 clusters", "5 records");
    CommandRun outside = evaluate("record,cluster\n0,1\n5,1\n");
    assertThat(outside.exitCode()).isEqualTo(3);
    assertThat(outside.err()).contains("none of 0 .. 4");
    CommandRun unnamed = evaluate("record,klaster\n0,1\n1,1\n");
    assertThat(unnamed.exitCode()).isEqualTo(3);
    assertThat(unnamed.err()).contains("'klaster'");
  }
}
