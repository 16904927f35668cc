package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.trust.ExpiredFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Who has no business in a federation is told why, at once. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RefusedSitesIT {
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  @Test
  void eachRefusalNamesItsCause() throws Exception {
    try (ProcessFederation federation =
        new ProcessFederation(
            folder.resolve("own"), List.of("a", "b"), "join-within: 10m\n", "level: totals")) {
      CoterieProcess coordinator = federation.serve();
      assertThat(coordinator.awaitWords("listening")).as(coordinator.said()).isTrue();

      Path empty = Files.createDirectory(folder.resolve("empty"));
      refused(federation, 3, "--home", empty)
          .contains("There is no file")
          .contains("coterie provision");

      refused(federation, 4, "--home", empty, "--insecure", "--site", "a")
          .contains("wants TLS")
          .contains("--insecure");

      ProcessFederation other =
          new ProcessFederation(folder.resolve("other"), List.of("a"), "", "level: totals");
      refused(federation, 4, "--home", other.home("a")).contains("another authority");

      Path expired = ExpiredFolder.provision(folder.resolve("expired"), "a");
      refused(federation, 4, "--home", expired).contains("certificate of site a expired on");

      Files.delete(federation.coordinatorHome().resolve("sites/b.crt"));
      refused(federation, 4, "--home", federation.home("b"))
          .contains("Site b is not on the coordinator's allow-list");

      assertThat(coordinator.isAlive()).isTrue();
      assertThat(coordinator.said()).contains("not on the coordinator's allow-list");
      coordinator.terminate();
    }
  }

  private static org.assertj.core.api.AbstractStringAssert<?> refused(
      ProcessFederation federation, int exitCode, Object... who) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "join",
                "--data",
                federation.data("a"),
                "--address",
                "127.0.0.1:" + federation.port,
                "--patience",
                "20s",
                "--yes"));
    words.addAll(Arrays.asList(who));
    CommandRun run = CommandRun.of(words.toArray());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    return assertThat(run.err());
  }
}
