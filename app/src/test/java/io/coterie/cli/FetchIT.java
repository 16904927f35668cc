package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A finished study of level dp, over TLS between processes, of which one site never came: the
 * coordinator hands out its answer to its own sites and to nobody else.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FetchIT {
  @TempDir private static Path folder;

  private static ProcessFederation federation;
  private static CoterieProcess answers;

  @BeforeAll
  static void finishAStudyWithoutItsFourthSite() throws Exception {
    federation =
        new ProcessFederation(
            folder.resolve("federation"),
            List.of("a", "b", "c", "d"),
            "quorum: 3\njoin-within: 20s\nanswer-within: 60s\n",
            "epsilon: 10, public-records: 150, noise: local");
    Map<String, CoterieProcess> sites = new LinkedHashMap<>();
    for (String site : List.of("a", "b", "c")) {
      sites.put(site, federation.join(site));
    }
    for (CoterieProcess site : sites.values()) {
      assertThat(site.awaitWords("is not there yet")).as(site.said()).isTrue();
    }
    CoterieProcess coordinator = federation.serve();
    assertThat(coordinator.awaitWords("site a joined")).as(federation.story()).isTrue();
    CommandRun early = fetch("d", "--yes");
    assertThat(early.exitCode()).isEqualTo(4);
    assertThat(early.err()).contains("Study flowers is not finished, so there is no answer");
    assertThat(coordinator.await()).as(federation.story()).isZero();
    for (CoterieProcess site : sites.values()) {
      assertThat(site.await()).as(federation.story()).isZero();
    }
    answers = handOut();
    assertThat(answers.awaitWords("Nothing is asked of them")).as(answers.said()).isTrue();
  }

  @AfterAll
  static void endIt() throws Exception {
    if (answers != null) {
      int unused = answers.terminate();
    }
    federation.close();
  }

  private static CoterieProcess handOut() throws Exception {
    return federation.start(
        "answers",
        List.of(
            "serve",
            study().toString(),
            "--home",
            federation.coordinatorHome().toString(),
            "--address",
            "127.0.0.1:" + federation.port,
            "--finished"));
  }

  private static Path study() {
    return federation.folder.resolve("study.yaml");
  }

  private static CommandRun fetch(String site, Object... more) {
    return fetchWith(federation.home(site), federation.data("d"), more);
  }

  private static CommandRun fetchWith(Path home, Path data, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of("fetch", "--home", home, "--data", data, "--patience", "20s"));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }

  private static List<String> labels(Path file) throws Exception {
    return Files.readAllLines(file).stream().skip(1).map(line -> line.split(",", -1)[1]).toList();
  }

  private static byte[] ledger(String site) throws Exception {
    try (var files = Files.list(federation.ledgers(site))) {
      return Files.readAllBytes(
          files.filter(file -> file.toString().endsWith(".jsonl")).findFirst().orElseThrow());
    }
  }

  @Test
  void aSiteThatNeverCameLabelsItsRecordsByTheModel() throws Exception {
    byte[] before = ledger("d");
    CommandRun unasked = fetch("d");
    assertThat(unasked.exitCode()).isEqualTo(2);
    assertThat(unasked.err()).contains("This site has not agreed to study flowers before");
    assertThat(federation.labels("d")).isEmpty();

    CommandRun run = fetch("d", "--agreed", study());
    assertThat(run.exitCode()).as(run.err()).isZero();
    Path predicted = folder.resolve("predicted.csv");
    Path model = federation.coordinatorHome().resolve("results/flowers/model.json");
    CommandRun predict =
        CommandRun.of(
            "predict", "--model", model, "--data", federation.data("d"), "--out", predicted);
    assertThat(predict.exitCode()).as(predict.err()).isZero();
    assertThat(federation.labels("d")).isNotEmpty().isEqualTo(labels(predicted));
    Path results = federation.home("d").resolve("results/flowers");
    assertThat(results.resolve("report.html"))
        .hasSameTextualContentAs(
            federation.coordinatorHome().resolve("results/flowers/report.html"));
    assertThat(ledger("d")).as("no budget is spent").isEqualTo(before);
    assertThat(federation.home("d").resolve("journal-d.db")).as("nothing was said").doesNotExist();
    assertThat(answers.said())
        .contains(run.out().replaceAll("(?s).*SHA-256 ([0-9a-f]{64}).*", "$1"));
  }

  @Test
  void aSiteThatLostItsResultsGetsTheSameLabels() throws Exception {
    List<String> before = federation.labels("b");
    byte[] spent = ledger("b");
    Path again = folder.resolve("again");
    CommandRun run =
        fetchWith(federation.home("b"), federation.data("b"), "--out", again); // it agreed before
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(labels(again.resolve("labels.csv"))).isNotEmpty().isEqualTo(before);
    assertThat(ledger("b")).isEqualTo(spent);
  }

  @Test
  void anotherStudyThanWasAgreedToIsRefused() throws Exception {
    Path other =
        Files.writeString(
            folder.resolve("other.yaml"),
            Files.readString(study()).replace("clusters: 3", "clusters: 4"));
    CommandRun run = fetch("c", "--agreed", other, "--out", folder.resolve("none"));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("clusters: 4 here, 3 at the coordinator");
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @Test
  void whoIsNoSiteOfTheStudyGetsNothing() {
    Path trust = federation.folder.resolve("trust");
    assertThat(CommandRun.of("provision", "--add-site", "e", "--out", trust).exitCode()).isZero();
    CommandRun known = fetchWith(trust.resolve("site-e"), federation.data("d"), "--yes");
    assertThat(known.exitCode()).isEqualTo(4);
    assertThat(known.err()).contains("There is no study here that names this site");

    Path foreign = folder.resolve("foreign");
    CommandRun made =
        CommandRun.of(
            "provision",
            "--sites",
            "d",
            "--address",
            "127.0.0.1:" + federation.port,
            "--out",
            foreign);
    assertThat(made.exitCode()).as(made.err()).isZero();
    CommandRun stranger = fetchWith(foreign.resolve("site-d"), federation.data("d"), "--yes");
    assertThat(stranger.exitCode()).isEqualTo(4);
    assertThat(foreign.resolve("site-d/results")).doesNotExist();
  }

  @Test
  void aStudyThatIsNotInTheJournalOrWasChangedThereIsNotHandedOut() throws Exception {
    Path home = folder.resolve("copy");
    Files.createDirectories(home);
    Path other =
        Files.writeString(
            folder.resolve("never.yaml"),
            Files.readString(study()).replace("study: flowers", "study: never"));
    CommandRun absent = serveCopy(other, home);
    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.err()).contains("Study never", "is not in the journal");

    Path journal = home.resolve("changed.db");
    Files.copy(federation.coordinatorHome().resolve("journal.db"), journal);
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + journal);
        Statement change = database.createStatement()) {
      assertThat(
              change.executeUpdate(
                  "update chunk set content = zeroblob(length(content)) where message ="
                      + " (select id from message where step = 'finished-model')"))
          .isPositive();
    }
    CommandRun changed = serveCopy(study(), home, "--journal", journal);
    assertThat(changed.exitCode()).isEqualTo(3);
    assertThat(changed.err()).contains("is damaged");
  }

  private static CommandRun serveCopy(Path study, Path home, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of("serve", study, "--finished", "--insecure", "--home", home));
    words.addAll(List.of("--address", "127.0.0.1:0"));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray());
  }
}
