package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.privacy.LedgerEntry;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.Journal.StoredMessage;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerFolder;
import io.coterie.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A study in which one process is killed with kill -9 at a random moment and started again. */
final class KilledFederation {
  static final String TOTALS = "level: totals";
  static final String DP = "epsilon: 2, public-records: 100, delta: 1e-5";

  private static final List<String> SITES = List.of("a", "b", "c");
  private static final String TIMES = "join-within: 10m\nanswer-within: 10m\n";

  /** The coordinator's words that a moment follows: from before it listens to its last line. */
  private static final List<String> MARKS =
      List.of(
          "",
          "listening",
          "joined\n",
          "site a joined",
          "site b joined",
          "site c joined",
          "round 1 ",
          "round 2 ",
          "round 3 ",
          "took part");

  private static final int MOST_MILLIS = 400;
  private static final Duration FAREWELL = Duration.ofSeconds(15);

  /** Far above what is left of a study; a coordinator that says nothing for so long hangs. */
  private static final Duration MARK_LIMIT = Duration.ofMinutes(5);

  private final Path folder;
  private final String privacy;
  private final SplittableRandom random;

  KilledFederation(Path folder, String privacy, long seed) {
    this.folder = folder;
    this.privacy = privacy;
    this.random = new SplittableRandom(seed);
  }

  /** Kills the coordinator once; returns in one line what came of it. */
  String killCoordinator() throws Exception {
    try (ProcessFederation federation = federation()) {
      CoterieProcess coordinator = federation.serve();
      Map<String, CoterieProcess> sites = federation.joinAll();
      String moment = await(coordinator);
      coordinator.kill();
      CoterieProcess again = federation.resume();
      int exit = again.await();
      if (exit == 2 && again.said().contains("is not in the journal")) {
        again = federation.serve(); // it was killed before the study was begun
        exit = again.await();
      }
      assertThat(exit).as(federation.story()).isZero();
      requireEnds(federation, sites);
      return "coordinator killed %s: %s".formatted(moment, judge(federation));
    }
  }

  /** Kills a site once; returns in one line what came of it. */
  String killSite() throws Exception {
    try (ProcessFederation federation = federation()) {
      CoterieProcess coordinator = federation.serve();
      Map<String, CoterieProcess> sites = federation.joinAll();
      String victim = SITES.get(random.nextInt(SITES.size()));
      String moment = await(coordinator);
      sites.get(victim).kill();
      sites.put(victim, federation.join(victim));
      assertThat(coordinator.await()).as(federation.story()).isZero();
      requireEnds(federation, sites);
      return "site %s killed %s: %s".formatted(victim, moment, judge(federation));
    }
  }

  /**
   * Kills a site that has its part in a secure sum while another one holds the sum up; returns in
   * one line what came of it.
   */
  String killInASum() throws Exception {
    try (ProcessFederation federation = federation()) {
      CoterieProcess coordinator = federation.serve();
      Map<String, CoterieProcess> sites = new LinkedHashMap<>();
      sites.put("c", federation.join("c"));
      assertThat(coordinator.awaitWords("site c joined")).as(federation.story()).isTrue();
      sites.get("c").signal("STOP");
      sites.put("a", federation.join("a"));
      sites.put("b", federation.join("b"));
      awaitAnswer(federation, "a");
      sites.get("a").kill();
      sites.put("a", federation.join("a"));
      assertThat(coordinator.awaitWords("site a is back")).as(federation.story()).isTrue();
      sites.get("c").signal("CONT");
      assertThat(coordinator.await()).as(federation.story()).isZero();
      requireEnds(federation, sites);
      return judge(federation);
    }
  }

  /** Waits until a secure sum has what a site says first. */
  private static void awaitAnswer(ProcessFederation federation, String name) {
    Await.until(() -> hasAdvertised(federation, name), MARK_LIMIT, federation::story);
  }

  private static boolean hasAdvertised(ProcessFederation federation, String name)
      throws IOException {
    JsonNode study =
        CommandRun.of("status", "--home", federation.coordinatorHome(), "--format", "json")
            .json()
            .path("data")
            .path("studies")
            .path(0);
    boolean isIn = false;
    for (JsonNode site : study.path("sites")) {
      isIn |= site.path("name").asText().equals(name) && !site.path("awaited").asBoolean();
    }
    return isIn && study.path("step").asText().equals("advertise");
  }

  private ProcessFederation federation() throws IOException {
    return new ProcessFederation(folder, SITES, TIMES, privacy);
  }

  private String await(CoterieProcess coordinator) throws InterruptedException {
    String mark = MARKS.get(random.nextInt(MARKS.size()));
    boolean unused =
        Await.isMetWithin(
            () -> coordinator.said().contains(mark) || !coordinator.isAlive(), MARK_LIMIT);
    int millis = random.nextInt(MOST_MILLIS);
    Thread.sleep(millis); // the moment of the kill, drawn from the seed
    return "%d ms after '%s'".formatted(millis, mark.strip());
  }

  /**
   * Every site ends with its labels. One that had them when it was killed, and finds its
   * coordinator gone, waits for it: that one is ended here.
   */
  private static void requireEnds(ProcessFederation federation, Map<String, CoterieProcess> sites)
      throws Exception {
    for (Map.Entry<String, CoterieProcess> site : sites.entrySet()) {
      if (federation.labels(site.getKey()).isEmpty() || site.getValue().endsWithin(FAREWELL)) {
        assertThat(site.getValue().await()).as(federation.story()).isZero();
      } else {
        assertThat(site.getValue().said()).contains("is not there yet; waiting");
        site.getValue().kill();
      }
    }
  }

  private String judge(ProcessFederation federation) throws Exception {
    Map<String, List<String>> labels = federation.labels();
    boolean isDp = privacy.contains("epsilon");
    if (isDp) {
      requireLedgers(federation);
    }
    // A sum that is tried again bears more noise; where there is none, nothing may change.
    if (isDp && federation.runJson().contains("tried again")) {
      labels.forEach((site, own) -> assertThat(own).as(federation.story()).isNotEmpty());
      return "a sum was tried again, and run.json says so";
    }
    assertThat(labels).as(federation.story()).isEqualTo(federation.simulated());
    return "the labels of the simulation";
  }

  /** Every release that reached the coordinator is charged once; none is charged twice. */
  private static void requireLedgers(ProcessFederation federation) throws Exception {
    try (Journal journal = Journal.open(federation.coordinatorHome().resolve("journal.db"))) {
      for (String site : SITES) {
        List<String> charged = charges(federation.ledgers(site));
        assertThat(charged).as(federation.story()).doesNotHaveDuplicates();
        for (String release : released(journal, site)) {
          // A second attempt is of the first draw as long as nobody can have opened that.
          String draw = release.replaceFirst("attempt \\d+", "attempt 1");
          assertThat(charged).as("%s%s", site, federation.story()).containsAnyOf(release, draw);
        }
      }
    }
  }

  private static List<String> charges(Path folder) {
    List<String> charges = new ArrayList<>();
    if (Files.exists(folder)) {
      for (LedgerFile ledger : new LedgerFolder(folder).ledgers()) {
        ledger.state().lines().stream()
            .flatMap(line -> line.charge().stream())
            .map(KilledFederation::slot)
            .forEach(charges::add);
      }
    }
    return charges;
  }

  private static String slot(LedgerEntry entry) {
    boolean isRetry = entry.release().contains("retry 1");
    return "round %d, attempt %d".formatted(entry.round(), isRetry ? 2 : 1);
  }

  private static List<String> released(Journal journal, String site) {
    List<String> released = new ArrayList<>();
    for (int round = 1; round <= 20; round++) {
      for (int attempt = 1; attempt <= 2; attempt++) {
        for (StoredMessage message :
            journal.messages(ProcessFederation.STUDY, round, attempt, "mask")) {
          if (message.key().site().equals(site) && message.bytes() > 0) {
            released.add("round %d, attempt %d".formatted(round, attempt));
          }
        }
      }
    }
    return released;
  }
}
