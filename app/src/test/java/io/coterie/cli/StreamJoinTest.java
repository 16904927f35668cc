package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.testing.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site that holds its records as floats in blocks beside one that holds a matrix. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class StreamJoinTest {
  @TempDir private Path folder;

  private static CompletableFuture<CommandRun> run(Object... words) {
    return RunningCommand.start(words).end();
  }

  private CompletableFuture<CommandRun> join(String site, int port, String engine)
      throws IOException {
    return run(
        "join",
        "--insecure",
        "--policy",
        ServedDots.policy(folder),
        "--yes",
        "--site",
        site,
        "--address",
        "127.0.0.1:" + port,
        "--home",
        folder.resolve("home-" + site),
        "--data",
        folder.resolve(site + ".csv"),
        "--id",
        "nr",
        "--engine",
        engine);
  }

  @Test
  void aSiteThatStreamsGetsTheLabelsOfOneThatDoesNot() throws Exception {
    Path study =
        ServedDots.study(
            folder, "a, b", "level: component, accept-group-disclosure: true, sums: plain");
    for (String site : List.of("a", "b")) {
      ServedDots.records(folder, site);
      addIds(folder.resolve(site + ".csv"));
    }
    int port = FreePort.next();
    CompletableFuture<CommandRun> served =
        run(
            "serve",
            study,
            "--insecure",
            "--address",
            "127.0.0.1:" + port,
            "--home",
            folder.resolve("coordinator"));
    CompletableFuture<CommandRun> local = join("a", port, "local");
    CommandRun streamed = join("b", port, "stream").get();

    assertThat(streamed.exitCode()).as(streamed.err()).isZero();
    assertThat(local.get().exitCode()).as(local.get().err()).isZero();
    assertThat(served.get().exitCode()).as(served.get().err()).isZero();
    assertThat(streamed.out()).contains("held as floats in blocks");
    for (String site : List.of("a", "b")) {
      List<String> labels =
          Files.readAllLines(folder.resolve("home-" + site).resolve("results/dots/labels.csv"));
      assertThat(labels)
          .hasSize(41)
          .startsWith("record,id,cluster,probability,margin,second,outlier");
      assertThat(labels.get(7)).startsWith("6,p7,");
      assertThat(cluster(labels, 1)).isNotEqualTo(cluster(labels, 2));
      for (int i = 3; i < labels.size(); i++) {
        assertThat(cluster(labels, i)).as("groups alternate").isEqualTo(cluster(labels, i - 2));
      }
    }
  }

  /** Puts a column in front that names each record. */
  private static void addIds(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add((lines.isEmpty() ? "nr" : "p" + lines.size()) + ',' + line);
    }
    Files.write(file, lines);
  }

  private static String cluster(List<String> lines, int line) {
    return LabelTable.of(lines).column("cluster").get(line - 1);
  }

  @Test
  void aSimulationDoesNotStream() {
    CommandRun run = CommandRun.of("simulate", "--data", "iris", "--engine", "stream");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--engine stream is for join");
  }
}
