package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.OperatorFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site that joins again after its study has ended gets a message, and does not wait for long. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FinishedStudyIT {
  @TempDir private Path folder;

  private CompletableFuture<CommandRun> join(String site, int port) throws Exception {
    return LivePage.run(
        List.of(
            "join",
            "--yes",
            "--insecure",
            "--policy",
            ServedDots.policy(folder).toString(),
            "--site",
            site,
            "--address",
            "127.0.0.1:" + port,
            "--home",
            folder.resolve("site-" + site).toString(),
            "--data",
            ServedDots.records(folder, site).toString()));
  }

  @Test
  void joiningAgainEndsWithAMessage() throws Exception {
    Path home = folder.resolve("coordinator");
    Path study =
        ServedDots.study(
            folder, "a, b", "level: component, accept-group-disclosure: true, sums: plain");
    CompletableFuture<CommandRun> served =
        LivePage.run(
            List.of(
                "serve",
                study.toString(),
                "--home",
                home.toString(),
                "--insecure",
                "--address",
                "127.0.0.1:0"));
    ServedDots.awaitOperator(home, () -> !served.isDone());
    int port = new OperatorClient(OperatorFile.read(home).orElseThrow()).port();
    List<CompletableFuture<CommandRun>> joined = new ArrayList<>();
    for (String site : List.of("a", "b")) {
      joined.add(join(site, port));
    }
    for (CompletableFuture<CommandRun> site : joined) {
      CommandRun ended = site.get();
      assertThat(ended.exitCode()).as(ended.err()).isZero();
    }
    CommandRun coordinator = served.get();
    assertThat(coordinator.exitCode()).as(coordinator.err()).isZero();
    assertThat(coordinator.out())
        .containsPattern("clusters +\\d+, as asked for")
        .contains("columns");

    CommandRun again = join("a", port).get();
    assertThat(again.exitCode()).isEqualTo(4);
    assertThat(again.err())
        .contains("Study dots is finished: this site has its answer, and no coordinator is at");
  }
}
