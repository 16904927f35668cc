package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.OperatorFile;
import io.coterie.store.journal.RestartedPostgres;
import io.coterie.terminal.Pause;
import io.coterie.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A study whose journal is in a PostgreSQL that is restarted in the middle of it. */
@Timeout(240)
class RestartedDatabaseIT {
  private static final List<String> SITES = List.of("a", "b", "c");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static RestartedPostgres server;

  @TempDir private static Path data;
  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    server = RestartedPostgres.start(data.resolve("pg"));
  }

  @BeforeEach
  void empty() {
    server.empty();
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  private RunningCommand serve(Path home, Object journal) throws Exception {
    Path study =
        ServedDots.study(
            folder, "a, b, c", "level: component, accept-group-disclosure: true, sums: plain");
    RunningCommand served =
        RunningCommand.start(
            "serve",
            study,
            "--home",
            home,
            "--insecure",
            "--address",
            "127.0.0.1:0",
            "--journal",
            journal);
    ServedDots.awaitOperator(home, () -> !served.end().isDone());
    return served;
  }

  private RunningCommand join(Path home, String site) throws Exception {
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
        siteHome(home, site),
        "--data",
        ServedDots.records(folder, site),
        "--yes");
  }

  private static Path siteHome(Path home, String site) {
    return home.resolveSibling(home.getFileName() + "-site-" + site);
  }

  /** Waits for the end of all, which is a good one, and returns every site's labels. */
  private Map<String, String> labels(
      Path home, RunningCommand served, Map<String, RunningCommand> joined) throws Exception {
    Map<String, String> labels = new HashMap<>();
    for (Map.Entry<String, RunningCommand> site : joined.entrySet()) {
      CommandRun run = site.getValue().end().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(run.exitCode()).as(run.err()).isZero();
      Path own = siteHome(home, site.getKey());
      // All commands of this process share their logs.
      Stream<String> log =
          Files.readAllLines(own.resolve("site-" + site.getKey() + ".log")).stream()
              .filter(line -> line.contains(" io.coterie.participant."));
      // Where the coordinator's journal is, and that it is a database, is nobody else's concern.
      assertThat(run.out() + run.err() + log.toList())
          .doesNotContainIgnoringCase("postgres")
          .doesNotContain(":" + server.port(), "database", "journal of");
      labels.put(site.getKey(), Files.readString(own.resolve("results/dots/labels.csv")));
    }
    CommandRun end = served.end().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(end.exitCode()).as(end.err()).isZero();
    return labels;
  }

  private Map<String, String> undisturbed() throws Exception {
    Path home = folder.resolve("undisturbed");
    RunningCommand served = serve(home, folder.resolve("undisturbed.db"));
    Map<String, RunningCommand> joined = new HashMap<>();
    for (String site : SITES) {
      joined.put(site, join(home, site));
    }
    return labels(home, served, joined);
  }

  @Test
  void aCrashedServerPausesTheStudyWhichContinuesByItself() throws Exception {
    Path home = folder.resolve("crashed");
    RunningCommand served = serve(home, server.url());
    Map<String, RunningCommand> joined = new HashMap<>();
    joined.put("a", join(home, "a"));
    joined.put("b", join(home, "b"));
    Await.until(
        () -> served.out().contains("site a joined") && served.out().contains("site b joined"),
        PATIENCE);
    server.crash();
    joined.put("c", join(home, "c"));
    Path log = siteHome(home, "c").resolve("site-c.log");
    Await.until(() -> Files.exists(log) && isPausing(log), PATIENCE);
    assertThat(served.end()).isNotDone();
    joined.values().forEach(site -> assertThat(site.end()).isNotDone());
    server.startAgain();
    assertThat(labels(home, served, joined)).isEqualTo(undisturbed());
  }

  private static boolean isPausing(Path log) {
    try {
      return Files.readString(log).contains("cannot be reached");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The connection is cut again and again, whatever the coordinator is doing. */
  @Test
  void aStudyThatLosesItsDatabaseManyTimesComesToTheSameLabels() throws Exception {
    Path home = folder.resolve("cut");
    RunningCommand served = serve(home, server.url());
    CompletableFuture<Integer> cuts = CompletableFuture.supplyAsync(() -> cutUntilItEnds(served));
    Map<String, RunningCommand> joined = new HashMap<>();
    for (String site : SITES) {
      joined.put(site, join(home, site));
    }
    Map<String, String> labels = labels(home, served, joined);
    assertThat(cuts.get(60, TimeUnit.SECONDS)).isGreaterThan(3);
    assertThat(labels).isEqualTo(undisturbed());
  }

  private static final int MOST_CUTS = 8;

  /** Cuts a few times, with more time for work from cut to cut. */
  private static int cutUntilItEnds(RunningCommand served) {
    int cuts = 0;
    for (long pause = 10;
        cuts < MOST_CUTS && !served.end().isDone();
        pause = pause * 13 % 397 + 5) {
      cuts += server.disconnect() ? 1 : 0;
      boolean unused =
          Pause.millis(50 + pause / 4 + 150L * cuts); // the moment of a cut is the subject
    }
    return cuts;
  }
}
