package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.OperatorFile;
import io.coterie.testing.Await;
import io.coterie.testing.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands by which an operator looks after a coordinator. */
@Timeout(120)
class OperatorCommandsTest {
  @TempDir private Path folder;

  private CompletableFuture<CommandRun> serve(Path home) throws Exception {
    Path study =
        ServedDots.study(folder, "a, b", "level: component, accept-group-disclosure: true");
    CompletableFuture<CommandRun> served =
        RunningCommand.start(
                "serve", study, "--home", home, "--insecure", "--address", "127.0.0.1:0")
            .end();
    ServedDots.awaitOperator(home, () -> !served.isDone());
    return served;
  }

  private CompletableFuture<CommandRun> join(Path home, String site) throws Exception {
    return join(home, site, ServedDots.records(folder, site));
  }

  private CompletableFuture<CommandRun> join(Path home, String site, Path records)
      throws Exception {
    return RunningCommand.start(
            "join",
            "--insecure",
            "--policy",
            ServedDots.policy(folder),
            "--site",
            site,
            "--address",
            "127.0.0.1:" + new OperatorClient(OperatorFile.read(home).orElseThrow()).port(),
            "--home",
            folder.resolve("site-" + site),
            "--data",
            records,
            "--yes")
        .end();
  }

  @Test
  void aStudyIsShownStoppedAndRemembered() throws Exception {
    Path home = folder.resolve("coordinator");
    CompletableFuture<CommandRun> served = serve(home);

    CommandRun status = CommandRun.of("status", "--home", home);
    assertThat(status.exitCode()).isZero();
    assertThat(status.out())
        .contains("dots", "gathering, 9 min", "2 of 2 sites", "waiting for 2 of 2: a, b")
        .containsPattern("a +expected +never");
    JsonNode data = CommandRun.of("status", "--home", home, "--format", "json").json();
    assertThat(data.path("data").path("running").booleanValue()).isTrue();
    assertThat(data.path("data").path("studies").path(0).path("phase").textValue())
        .isEqualTo("gathering");

    CommandRun unsure = CommandRun.of("stop", "dots", "--home", home);
    assertThat(unsure.exitCode()).isEqualTo(2);
    assertThat(unsure.err()).contains("say --yes");
    CommandRun other = CommandRun.of("stop", "dot", "--home", home, "--yes");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err()).contains("Did you mean dots?");
    assertThat(served).isNotDone();

    assertThat(CommandRun.of("stop", "dots", "--home", home, "--yes").exitCode()).isZero();
    CommandRun ended = served.get(60, TimeUnit.SECONDS);
    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).contains("operator stopped the study", "coterie resume");
    assertThat(home.resolve("operator.json")).doesNotExist();

    CommandRun after = CommandRun.of("status", "--home", home);
    assertThat(after.exitCode()).isEqualTo(4);
    assertThat(after.out())
        .contains("No coordinator runs", "stopped")
        .containsOnlyOnce("coterie resume");
    CommandRun json = CommandRun.of("status", "--home", home, "--format", "json");
    assertThat(json.json().path("data").path("running").booleanValue()).isFalse();
    assertThat(json.json().path("exit_code").intValue()).isEqualTo(4);
    assertThat(CommandRun.of("stop", "dots", "--home", home, "--yes").exitCode()).isEqualTo(4);
    CommandRun logs = CommandRun.of("logs", "--home", home);
    assertThat(logs.exitCode()).isZero();
    assertThat(logs.out())
        .containsPattern("[0-9-]+T[0-9:]+Z  dots: stopped: The operator stopped the study");
  }

  @Test
  void aSiteThatCannotJoinIsSeenAndMayTryAgain() throws Exception {
    Path home = folder.resolve("coordinator");
    CompletableFuture<CommandRun> served = serve(home);
    Path wrong = Files.writeString(folder.resolve("wrong.csv"), "x,secret\n1,17.25\n2,18.5\n");

    assertThat(join(home, "a", wrong).get(60, TimeUnit.SECONDS).exitCode()).isEqualTo(3);

    String trouble = "its records cannot be read, or do not fit the study";
    CommandRun status = CommandRun.of("status", "--home", home);
    assertThat(status.out()).containsPattern("a +expected .*" + trouble);
    CommandRun logs = CommandRun.of("logs", "--home", home);
    assertThat(logs.out()).contains("dots: site a tried to join and could not: " + trouble);
    assertThat(status.out() + logs.out()).doesNotContain("secret", "17.25");

    CompletableFuture<CommandRun> right = join(home, "a");
    Await.until(
        () -> CommandRun.of("logs", "--home", home).out().contains("site a joined"),
        Duration.ofSeconds(60));
    assertThat(CommandRun.of("status", "--home", home).out()).doesNotContain(trouble);
    assertThat(CommandRun.of("stop", "--home", home, "--yes").exitCode()).isZero();
    assertThat(right.get(60, TimeUnit.SECONDS).exitCode()).isEqualTo(4);
    assertThat(served.get(60, TimeUnit.SECONDS).exitCode()).isEqualTo(4);
  }

  @Test
  void logsFollowACoordinatorToItsEnd() throws Exception {
    Path home = folder.resolve("coordinator");
    CompletableFuture<CommandRun> served = serve(home);
    for (String command : new String[] {"logs", "status", "stop"}) {
      assertThat(CommandRun.of(command, "dot", "--home", home).err())
          .contains("There is no study dot there", "Did you mean dots?");
    }
    for (String named : new String[] {"dots", folder.resolve("study.yaml").toString()}) {
      assertThat(CommandRun.of("logs", named, "--home", home).exitCode()).isZero();
      assertThat(CommandRun.of("status", named, "--home", home).out()).contains("dots");
    }
    RunningCommand followed = RunningCommand.start("logs", "--home", home, "--follow");
    RunningCommand watched = RunningCommand.start("status", "--home", home, "--watch");
    CompletableFuture<CommandRun> joined = join(home, "a");
    Await.until(
        () -> followed.out().contains("dots: ") && watched.out().contains("gathering"),
        Duration.ofSeconds(60),
        () -> followed.out() + watched.out());
    Await.until(
        () -> {
          CommandRun unused = CommandRun.of("stop", "--home", home, "--yes");
          return served.isDone();
        },
        Duration.ofSeconds(60));
    assertThat(followed.end().get(60, TimeUnit.SECONDS).out())
        .contains("The coordinator has ended.");
    assertThat(watched.end().get(60, TimeUnit.SECONDS).out()).contains("The coordinator has ended");
    assertThat(joined.get(60, TimeUnit.SECONDS).exitCode()).isEqualTo(4);
  }

  @Test
  void whereNothingIsNothingRuns() throws Exception {
    Path home = folder.resolve("empty");
    for (String command : new String[] {"status", "logs"}) {
      CommandRun run = CommandRun.of(command, "--home", home);
      assertThat(run.exitCode()).isEqualTo(4);
      assertThat(run.err()).contains("No coordinator runs in");
    }
    assertThat(home).doesNotExist();
    assertThat(CommandRun.of("status", "--home", home, "--format", "json").json().path("status"))
        .hasToString("\"error\"");
  }

  @Test
  void filesOfACoordinatorThatWasKilledSayNothing() throws Exception {
    Path home = Files.createDirectory(folder.resolve("killed"));
    String dead =
        """
        {"host": "127.0.0.1", "port": %d, "token": "%s"}
        """
            .formatted(FreePort.next(), "ab".repeat(32));
    Files.writeString(home.resolve("operator.json"), dead);
    assertThat(CommandRun.of("status", "--home", home).err()).contains("No coordinator runs in");
    Files.writeString(home.resolve("operator.json"), dead.replace("127.0.0.1", "192.0.2.1"));
    CommandRun elsewhere = CommandRun.of("status", "--home", home);
    assertThat(elsewhere.exitCode()).isEqualTo(3);
    assertThat(elsewhere.err()).contains("operator.json cannot be read");
  }

  @Test
  void watchingAndFollowingAreForPeople() throws Exception {
    Path home = folder.resolve("coordinator");
    CommandRun logs = CommandRun.of("logs", "--home", home, "--follow", "--format", "json");
    assertThat(logs.exitCode()).isEqualTo(2);
    CommandRun status = CommandRun.of("status", "--home", home, "--watch", "--format", "json");
    assertThat(status.exitCode()).isEqualTo(2);
  }
}
