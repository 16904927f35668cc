package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.participant.FalseSums;
import io.coterie.store.journal.Journal;
import io.coterie.trust.SiteCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A site lies under its masks so that the total is one that no records have. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FalseTotalIT {
  private static final String VERDICT =
      "The total of 3 sites' feature-sums cannot be one of honest sites: it counts less than no"
          + " record, or more than 2^40 a site.";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  @Test
  void theStudyEndsForEverybodyAndLeavesNoResults() throws Exception {
    try (ProcessFederation federation =
            new ProcessFederation(
                folder.resolve("federation"),
                List.of("a", "b", "c"),
                "join-within: 5m\nanswer-within: 5m\n",
                "level: component, accept-group-disclosure: true");
        Journal own = Journal.open(folder.resolve("c.db"))) {
      CoterieProcess coordinator = federation.serve();
      assertThat(coordinator.awaitWords("listening")).as(coordinator.said()).isTrue();
      Map<String, CoterieProcess> honest =
          Map.of("a", federation.join("a"), "b", federation.join("b"));
      FalseSums liar =
          new FalseSums(
              SiteCredentials.load(federation.home("c")), words -> words[0] = -(1L << 50));

      String told =
          liar.takePart(
              "127.0.0.1:" + federation.port,
              DataReader.read("iris", ReadOptions.defaults()).records(),
              own);

      assertThat(told).startsWith(VERDICT).endsWith("sums plain, which names the site.");
      assertThat(coordinator.await()).as(federation.story()).isEqualTo(3);
      assertThat(coordinator.said()).contains(VERDICT);
      for (CoterieProcess site : honest.values()) {
        assertThat(site.await()).as(federation.story()).isEqualTo(4);
        assertThat(site.said()).contains("The study failed: " + VERDICT);
      }
      for (Path home : List.of(federation.home("a"), federation.home("b"))) {
        assertThat(results(home)).isEmpty();
      }
      assertThat(results(federation.coordinatorHome())).isEmpty();
    }
  }

  /** Returns the files of results, whole or half-written. */
  private static List<Path> results(Path home) throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files
          .filter(Files::isRegularFile)
          .filter(
              file ->
                  home.relativize(file).startsWith("results")
                      || file.getFileName().toString().matches("\\..*|labels.*|model.*|run.*"))
          .toList();
    }
  }
}
