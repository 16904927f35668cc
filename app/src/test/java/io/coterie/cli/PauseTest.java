package io.coterie.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What SIGTERM does to processes of a study: it loses nothing. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PauseTest {
  private static final int TERMINATED = 128 + 15;

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endAll() {
    started.forEach(Process::destroyForcibly);
  }

  private Process start(String name, Object... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    for (Object word : words) {
      command.add(word.toString());
    }
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output(name).toFile())
            .start();
    started.add(process);
    return process;
  }

  private Path output(String name) {
    return folder.resolve(name + ".out");
  }

  private Process join(String name, String site, int port) throws IOException {
    return start(
        name,
        "join",
        "--insecure",
        "--site",
        site,
        "--address",
        "127.0.0.1:" + port,
        "--home",
        folder.resolve("site-" + site),
        "--data",
        ServedDots.records(folder, site),
        "--yes",
        "--threads",
        1);
  }

  /** Waits until a process has said something; the test's time limit ends a wait in vain. */
  private void awaitWords(String name, Process process, String words) throws Exception {
    while (!Files.readString(output(name), UTF_8).contains(words)) {
      assertThat(process.isAlive()).as(Files.readString(output(name), UTF_8)).isTrue();
      Thread.sleep(100);
    }
  }

  @Test
  void aCoordinatorPausesAndItsSitesGoOnWithTheNext() throws Exception {
    int port = ServedDots.freePort();
    Path home = folder.resolve("coordinator");
    Path study = ServedDots.study(folder, "a, b", "level: component");
    Object[] options = {study, "--home", home, "--insecure", "--address", "127.0.0.1:" + port};
    List<Object> serve = new ArrayList<>(List.of("serve"));
    serve.addAll(List.of(options));
    List<Object> resume = new ArrayList<>(List.of("resume"));
    resume.addAll(List.of(options));

    Process first = start("serve", serve.toArray());
    ServedDots.awaitOperator(home, first::isAlive);
    Process left = join("left", "a", port);
    awaitWords("left", left, "waiting for 1 of 2: b");
    left.destroy(); // SIGTERM
    assertThat(left.waitFor()).isEqualTo(TERMINATED);
    assertThat(Files.readString(output("left"))).contains("the same command goes on");

    Process a = join("a", "a", port);
    awaitWords("a", a, "waiting for 1 of 2: b");
    first.destroy();
    assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(first.exitValue()).isEqualTo(TERMINATED);
    assertThat(Files.readString(output("serve"))).contains("Paused.").doesNotContain("error:");
    assertThat(home.resolve("operator.json")).doesNotExist();
    CommandRun status = CommandRun.of("status", "--home", home);
    assertThat(status.exitCode()).isEqualTo(4);
    assertThat(status.out()).contains("paused", "go on with coterie resume");
    awaitWords("a", a, "Trying again.");

    Process second = start("resume", resume.toArray());
    Process b = join("b", "b", port);
    assertThat(b.waitFor()).as(Files.readString(output("b"))).isZero();
    assertThat(a.waitFor()).as(Files.readString(output("a"))).isZero();
    assertThat(second.waitFor()).isZero();
    assertThat(folder.resolve("site-a/results/dots/labels.csv")).exists();
    assertThat(home.resolve("results/dots/model.json")).exists();
  }
}
