package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A study that is corrected and begun again under its name, over TLS between processes. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CorrectedStudyIT {
  private static final List<String> SITES = List.of("a", "b", "c");
  private static final String WAITING = "join-within: 120s\nanswer-within: 120s\n";

  @TempDir private Path folder;

  private ProcessFederation federation(String privacy) throws Exception {
    return new ProcessFederation(folder.resolve("federation"), SITES, WAITING, privacy);
  }

  private static Path study(ProcessFederation federation) {
    return federation.folder.resolve("study.yaml");
  }

  private static void correct(ProcessFederation federation) throws Exception {
    String text = Files.readString(study(federation));
    Files.writeString(study(federation), text.replace("clusters: 3", "clusters: 2"));
  }

  private static CoterieProcess serveCorrected(ProcessFederation federation) throws Exception {
    return federation.start(
        "coordinator",
        List.of(
            "serve",
            study(federation).toString(),
            "--home",
            federation.coordinatorHome().toString(),
            "--address",
            "127.0.0.1:" + federation.port,
            "--corrected"));
  }

  private static Map<String, String> ledgers(ProcessFederation federation) throws Exception {
    Map<String, String> all = new LinkedHashMap<>();
    for (String site : SITES) {
      try (var files = Files.list(federation.ledgers(site))) {
        all.put(
            site,
            Files.readString(
                files
                    .filter(file -> file.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow()));
      }
    }
    return all;
  }

  @Test
  void whatHasReleasedNothingBeginsAgainAndItsSitesAgreeAgain() throws Exception {
    try (ProcessFederation federation =
        federation("epsilon: 10, public-records: 150, noise: local")) {
      Map<String, String> before = ledgers(federation);
      CoterieProcess first = federation.serve();
      CoterieProcess early = federation.join("a");
      assertThat(first.awaitWords("site a joined")).as(federation.story()).isTrue();
      assertThat(first.terminate()).as(federation.story()).isNotNegative();
      early.kill();
      correct(federation);

      CommandRun unasked =
          CommandRun.of(
              "serve", study(federation), "--home", federation.coordinatorHome(), "--resume");
      assertThat(unasked.exitCode()).isEqualTo(2);
      assertThat(unasked.err())
          .contains("holds another study of the name flowers: clusters: 2 here, 3 there")
          .contains("It has released nothing of records: --corrected begins this one");
      assertThat(ledgers(federation)).as("no budget was spent").isEqualTo(before);

      CoterieProcess again = serveCorrected(federation);
      Map<String, CoterieProcess> sites = federation.joinAll();
      assertThat(again.await()).as(federation.story()).isZero();
      for (CoterieProcess site : sites.values()) {
        assertThat(site.await()).as(federation.story()).isZero();
      }
      assertThat(again.said()).contains("Changed: clusters: 2 here, 3 before");
      assertThat(sites.get("a").said())
          .contains("Study flowers was corrected since this site agreed to it; nothing of its")
          .contains("Changed: clusters: 2 here, 3 before");
      assertThat(sites.get("b").said()).doesNotContain("was corrected");
      assertThat(federation.labels("a")).containsOnly("1", "2");
      try (var kept = Files.list(federation.home("a").resolve("agreements"))) {
        assertThat(kept).as("both wordings are kept").hasSize(2);
      }
      assertThat(CommandRun.of("logs", "flowers", "--home", federation.coordinatorHome()).out())
          .contains("the study was corrected and begins again: hash ", "nothing was released");
    }
  }

  @Test
  void whatHasReleasedSomethingNeedsAnotherName() throws Exception {
    try (ProcessFederation federation =
        federation("level: component, accept-group-disclosure: true, sums: plain")) {
      CoterieProcess first = federation.serve();
      Map<String, CoterieProcess> sites = federation.joinAll();
      assertThat(first.await()).as(federation.story()).isZero();
      for (CoterieProcess site : sites.values()) {
        assertThat(site.await()).as(federation.story()).isZero();
      }
      correct(federation);
      CommandRun refused =
          CommandRun.of(
              "serve",
              study(federation),
              "--home",
              federation.coordinatorHome(),
              "--address",
              "127.0.0.1:" + federation.port,
              "--corrected");
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.err())
          .contains("Study flowers has released something of records")
          .containsPattern("site a: \\d+ messages of rounds 1 to \\d+, [0-9,]+ bytes; site b: ")
          .contains("Give the corrected study another name");

      // A coordinator that has lost its journal, or that lies: the site itself knows better.
      Files.delete(federation.coordinatorHome().resolve("journal.db"));
      CoterieProcess other = federation.serve();
      CoterieProcess site = federation.join("a");
      assertThat(site.await()).as(federation.story()).isEqualTo(2);
      assertThat(site.said())
          .contains("is another than this site agreed to (clusters: 2 here, 3 before)")
          .contains("this site has released for that one: site a: ")
          .contains("needs a new name");
      other.kill();
    }
  }
}
