package io.coterie.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.operator.JournalStatus;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.coordinator.operator.StudyStatus.State;
import io.coterie.json.Json;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.JournalEvent;
import io.coterie.study.Study;
import io.coterie.wire.Slot;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalStatusTest {
  private static final Study STUDY =
      Study.parse(
          """
          study: heart
          clusters: 2
          schema: {columns: [{name: x, lower: 0, upper: 1}]}
          participation: {sites: [a, b, c, d], quorum: 2}
          method: anchor-graph:groups
          privacy: {level: component, accept-group-disclosure: true, sums: plain}
          """,
          "test");

  @TempDir private Path folder;
  private Journal journal;
  private StudyLog log;

  @BeforeEach
  void begin() {
    journal = Journal.open(folder.resolve("journal.db"));
    journal.begin(new BegunStudy("heart", STUDY.hash(), STUDY.canonical(), Instant.now()));
    log = new StudyLog(journal, "heart");
    log.joined("a", "11111111-aaaa");
    log.joined("b", "22222222-bbbb");
    log.site(EventKind.DECLINED, "c", "its owner declined");
    log.study(EventKind.GATHERED, 0, "waiting for 1 of 4: d");
    log.close(new Slot(1, 1, Slot.Step.ANSWER), List.of("a"), List.of("b"));
  }

  @AfterEach
  void close() {
    journal.close();
  }

  private StudyStatus only() {
    List<StudyStatus> all = JournalStatus.of(journal);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void aStudyThatNobodyEndedWasInterrupted() {
    StudyStatus status = only();
    assertThat(status.phase()).isEqualTo(Phase.INTERRUPTED);
    assertThat(status.ending()).isEmpty();
    assertThat(status.round()).isEqualTo(1);
    assertThat(status.sites().stream().map(StudyStatus.Site::state))
        .containsExactly(State.JOINED, State.JOINED, State.DECLINED, State.EXPECTED);
    assertThat(status.sites().get(2).remark()).isEqualTo("its owner declined");
  }

  @Test
  void aStudyEndsAsItsLastEventSays() {
    log.close(new Slot(2, 1, Slot.Step.LABEL), List.of("a"), List.of());
    log.study(EventKind.FINISHED, 1, "The sites have the answer.");
    assertThat(only().phase()).isEqualTo(Phase.FINISHED);
    assertThat(only().ending()).contains("The sites have the answer.");
    assertThat(only().round()).isEqualTo(1);
  }

  @Test
  void everyTerminalPhaseIsReadBackFromItsEvent() {
    Stream.of(Phase.values())
        .filter(Phase::isTerminal)
        .forEach(
            phase -> {
              log.study(EventKind.valueOf(phase.name()), 1, "why");
              assertThat(only().phase()).isEqualTo(phase);
              assertThat(only().ending()).contains("why");
            });
  }

  @Test
  void whatFollowsAnEndingIsAStudyThatWasResumedAndInterrupted() {
    log.study(EventKind.PAUSED, 1, "The coordinator was shut down.");
    assertThat(only().phase()).isEqualTo(Phase.PAUSED);
    log.joined("d", "33333333-dddd");
    assertThat(only().phase()).isEqualTo(Phase.INTERRUPTED);
  }

  @Test
  void historyIsToldInWordsWithoutWhatProcessesKnow() {
    log.triedAgain(1, 1, "a site was lost");
    log.site(EventKind.REFUSED, "b", "its message\u001b[2J is malformed");
    log.study(EventKind.FAILED, 1, "The quorum is lost.");
    List<HistoryLine> lines = journal.events("heart", 0).stream().map(HistoryLine::of).toList();
    assertThat(lines.stream().map(HistoryLine::text))
        .containsExactly(
            "site a joined",
            "site b joined",
            "site c declined: its owner declined",
            "the study begins without some sites (waiting for 1 of 4: d)",
            "round 1 (answer) is closed: a; without b",
            "round 1 is tried again: a site was lost",
            "site b is out of the study: its message is malformed",
            "failed: The quorum is lost.");
    assertThat(lines.toString()).doesNotContain("11111111");
    assertThat(Json.read(Json.tree(lines.get(4)), HistoryLine.class)).isEqualTo(lines.get(4));
  }

  @Test
  void anEventOfALaterVersionIsToldToo() {
    journal.append("heart", new JournalEvent("slept", 1, "{\"detail\": \"well\"}"));
    List<HistoryLine> lines = journal.events("heart", 5).stream().map(HistoryLine::of).toList();
    assertThat(lines.get(0).text()).isEqualTo("slept: well");
  }
}
