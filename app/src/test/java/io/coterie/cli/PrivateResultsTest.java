package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.OperatorFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever comes of records is readable by its owner only, wherever it is written. */
@Timeout(180)
class PrivateResultsTest {
  @TempDir private Path folder;

  private Path outside(String name) {
    return folder.resolve("outside").resolve(name);
  }

  private static void run(Object... words) {
    CommandRun run = CommandRun.of(words);
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  private static String permissions(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertPrivate(String... names) throws IOException {
    try (Stream<Path> files = Files.walk(outside(""))) {
      List<Path> all = files.toList();
      assertThat(all)
          .allSatisfy(
              file ->
                  assertThat(permissions(file))
                      .as(file.toString())
                      .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------"));
      assertThat(all).extracting(file -> file.getFileName().toString()).contains(names);
    }
  }

  @Test
  void ofOneProcess() throws IOException {
    run("simulate", "--data", "iris", "--clusters", 3, "--out", outside("run"));
    Path model = outside("run").resolve("model.json");
    run("predict", "--model", model, "--data", "iris", "--out", outside("new.csv"));
    run("predict", "--model", model, "--data", "iris", "--out", outside("new.parquet"));
    run("report", outside("run"), "--out", outside("again.html"));
    assertPrivate("labels.csv", "model.json", "run.json", "new.csv", "new.parquet", "again.html");
  }

  @Test
  void ofAStudyBetweenMachines() throws Exception {
    Path home = folder.resolve("coordinator");
    Path study =
        ServedDots.study(
            folder, "a, b", "level: component, accept-group-disclosure: true, sums: plain");
    CompletableFuture<CommandRun> served =
        RunningCommand.start(
                "serve",
                study,
                "--home",
                home,
                "--insecure",
                "--address",
                "127.0.0.1:0",
                "--out",
                outside("served"))
            .end();
    ServedDots.awaitOperator(home, () -> !served.isDone());
    int port = new OperatorClient(OperatorFile.read(home).orElseThrow()).port();
    List<CompletableFuture<CommandRun>> all = new ArrayList<>(List.of(served));
    for (String site : List.of("a", "b")) {
      all.add(
          RunningCommand.start(
                  "join",
                  "--insecure",
                  "--policy",
                  ServedDots.policy(folder),
                  "--site",
                  site,
                  "--address",
                  "127.0.0.1:" + port,
                  "--home",
                  folder.resolve("site-" + site),
                  "--data",
                  ServedDots.records(folder, site),
                  "--out",
                  outside(site),
                  "--yes")
              .end());
    }
    for (CompletableFuture<CommandRun> each : all) {
      assertThat(each.get(120, TimeUnit.SECONDS).exitCode()).isZero();
    }
    assertPrivate("labels.csv", "model.json", "a", "b");
  }
}
