package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.json.Json;
import io.coterie.math.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same labels have the same silhouette, whatever level and route made them: the score is of the
 * records' features and not of the line, grid or groups on which a route looked for clusters.
 */
class HonestScoresTest {
  @TempDir private Path folder;
  private Path mixed;

  @BeforeEach
  void writeTable() throws IOException {
    SplittableRandom random = new Seed(5).random();
    StringBuilder text = new StringBuilder("dose,weight,stage\n");
    for (int i = 0; i < 240; i++) {
      boolean high = i % 2 == 0;
      String dose = i % 17 == 0 ? "" : "%.2f".formatted((high ? 8 : 2) + random.nextGaussian());
      text.append(
          "%s,%d,%s\n"
              .formatted(
                  dose,
                  (high ? 90_000 : 60_000) + (int) (5_000 * random.nextGaussian()),
                  high == random.nextInt(10) > 1 ? "late" : "early"));
    }
    mixed = Files.writeString(folder.resolve("mixed.csv"), text);
  }

  private JsonNode scores(String data, String... level) throws IOException {
    Path out = folder.resolve("out");
    List<Object> args =
        new ArrayList<>(
            List.of("simulate", "--data", data, "--clusters", data.equals("iris") ? "3" : "2"));
    args.addAll(List.of(level));
    args.addAll(List.of("--out", out, "--force"));
    CommandRun run = CommandRun.of(args.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    return Json.parse(Files.readString(out.resolve("run.json"))).path("scores");
  }

  private JsonNode evaluated(String data) throws IOException {
    return CommandRun.of(
            "evaluate",
            "--data",
            data,
            "--clusters-file",
            folder.resolve("out").resolve("labels.csv"),
            "--format",
            "json")
        .json()
        .path("data")
        .path("scores");
  }

  private void assertSame(String data, String... level) throws IOException {
    JsonNode made = scores(data, level);
    JsonNode again = evaluated(data);
    for (String score : List.of("silhouette", "davies_bouldin", "calinski_harabasz")) {
      assertThat(made.path(score).isNumber()).as(score).isTrue();
      assertThat(again.path(score).doubleValue())
          .as(score)
          .isEqualTo(made.path(score).doubleValue());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--privacy totals",
        "--epsilon 4 --bounds 0:8",
        "--method anchor-graph:groups --privacy component --accept-group-disclosure",
        "--method k-fed --privacy component --accept-group-disclosure",
        "--method central-kmeans"
      })
  void ofATableOfNumbers(String level) throws IOException {
    assertSame("iris", level.split(" "));
  }

  @Test
  void ofAMixedTable() throws IOException {
    assertSame(mixed.toString());
    assertSame(mixed.toString(), "--min-group", "20");
  }

  /** On its own line the answer at level dp had a silhouette of .68 on Iris. */
  @Test
  void aLineDoesNotFlatterItsAnswer() throws IOException {
    JsonNode line = scores("iris", "--epsilon", "4", "--bounds", "0:8");
    assertThat(line.path("silhouette").doubleValue()).isLessThan(0.6);
  }

  @Test
  void wordsStandBesideEveryScore() throws IOException {
    scores("iris");
    CommandRun run =
        CommandRun.of(
            "evaluate",
            "--data",
            "iris",
            "--clusters-file",
            folder.resolve("out").resolve("labels.csv"));
    assertThat(run.out()).containsPattern("silhouette +0\\.\\d+ +reasonable: clusters lie apart");
  }
}
