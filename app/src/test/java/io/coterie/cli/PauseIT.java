package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.testing.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What SIGTERM does to processes of a study: it loses nothing. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PauseIT {
  private static final int TERMINATED = 128 + 15;

  @TempDir private Path folder;
  private final List<CoterieProcess> started = new ArrayList<>();

  @AfterEach
  void endAll() {
    started.forEach(CoterieProcess::close);
  }

  private CoterieProcess start(String name, Object... words) throws IOException {
    CoterieProcess process =
        CoterieProcess.start(
            folder.resolve(name + ".out"), Arrays.stream(words).map(Object::toString).toList());
    started.add(process);
    return process;
  }

  private CoterieProcess join(String name, String site, int port) throws IOException {
    return start(
        name,
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
        "--yes",
        "--threads",
        1);
  }

  @Test
  void aCoordinatorPausesAndItsSitesGoOnWithTheNext() throws Exception {
    int port = FreePort.next();
    Path home = folder.resolve("coordinator");
    Path study =
        ServedDots.study(folder, "a, b", "level: component, accept-group-disclosure: true");
    Object[] options = {study, "--home", home, "--insecure", "--address", "127.0.0.1:" + port};
    List<Object> serve = new ArrayList<>(List.of("serve"));
    serve.addAll(List.of(options));
    List<Object> resume = new ArrayList<>(List.of("resume"));
    resume.addAll(List.of(options));

    CoterieProcess first = start("serve", serve.toArray());
    ServedDots.awaitOperator(home, first::isAlive);
    CoterieProcess left = join("left", "a", port);
    assertThat(left.awaitWords("waiting for 1 of 2: b")).as(left.said()).isTrue();
    assertThat(left.terminate()).isEqualTo(TERMINATED);
    assertThat(left.said()).contains("the same command continues");
    assertThat(folder.resolve("site-a/site-a.log"))
        .content()
        .contains("Site a takes part in study dots", "the same command continues");

    CoterieProcess a = join("a", "a", port);
    assertThat(a.awaitWords("waiting for 1 of 2: b")).as(a.said()).isTrue();
    assertThat(first.terminate()).isEqualTo(TERMINATED);
    assertThat(first.said()).contains("Paused.").doesNotContain("error:");
    assertThat(home.resolve("coordinator.log"))
        .content()
        .contains("Study dots begins.", "A signal ends the process.")
        .containsPattern(
            "Study dots is paused: .*\\R(.*\\R)*.* Paused\\. .*\\R(.*\\R)*.* It ends\\.");
    assertThat(home.resolve("operator.json")).doesNotExist();
    CommandRun status = CommandRun.of("status", "--home", home);
    assertThat(status.exitCode()).isEqualTo(4);
    assertThat(status.out()).contains("paused", "go on with coterie resume");
    assertThat(a.awaitWords("Trying again.")).as(a.said()).isTrue();

    CoterieProcess second = start("resume", resume.toArray());
    CoterieProcess b = join("b", "b", port);
    assertThat(b.await()).as(b.said()).isZero();
    assertThat(a.await()).as(a.said()).isZero();
    assertThat(second.await()).as(second.said()).isZero();
    assertThat(folder.resolve("site-a/results/dots/labels.csv")).exists();
    assertThat(home.resolve("results/dots/model.json")).exists();
    assertThat(home.resolve("coordinator.log"))
        .content()
        .contains("Study dots is resumed.", "Study dots is finished");
  }
}
