package io.coterie.coordinator.operator;

import io.coterie.EnumText;
import io.coterie.coordinator.Phase;
import io.coterie.coordinator.SiteRegistry;
import io.coterie.coordinator.StudyLog;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.JournalEvent;
import io.coterie.study.Study;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the journal of a coordinator that does not run says of its studies. */
public final class JournalStatus {
  private JournalStatus() {}

  /** Returns the studies in the order they were begun. */
  public static List<StudyStatus> of(Journal journal) {
    return journal.studies().stream().map(begun -> of(journal, begun)).toList();
  }

  private static StudyStatus of(Journal journal, BegunStudy begun) {
    Study study = Study.parse(begun.text(), "the journal's study");
    SiteRegistry sites = new SiteRegistry(study.participation(), () -> 0);
    new StudyLog(journal, study.name()).restore(sites);
    List<JournalEvent> events = journal.events(study.name(), 0);
    // What follows an ending was written after a resume, which then was not ended.
    Optional<JournalEvent> last = events.stream().skip(Math.max(0, events.size() - 1)).findFirst();
    Optional<Phase> ending =
        last.flatMap(event -> EnumText.parse(Phase.class, event.kind())).filter(Phase::isTerminal);
    boolean isOver = ending.filter(phase -> phase != Phase.PAUSED).isPresent();
    int round =
        events.stream()
            .filter(event -> event.is(EventKind.STEP_CLOSED))
            .filter(event -> !StudyLog.node(event).path("step").asText().equals("label"))
            .mapToInt(JournalEvent::round)
            .max()
            .orElse(0);
    return new StudyStatus(
        study.name(),
        study.hash(),
        ending.orElse(Phase.INTERRUPTED),
        round,
        Optional.empty(),
        Optional.empty(),
        study.participation().quorum(),
        ending.flatMap(phase -> last).map(event -> StudyLog.node(event).path("detail").asText()),
        Map.of(),
        StudyStatus.Course.none(),
        sites.names().stream().map(name -> site(sites, name, isOver)).toList());
  }

  /** A site that nobody waits for any more, and that did not come, is absent. */
  private static StudyStatus.Site site(SiteRegistry sites, String name, boolean isOver) {
    boolean isAbsent = isOver && sites.state(name) == StudyStatus.State.EXPECTED;
    String reason = sites.reason(name);
    return new StudyStatus.Site(
        name,
        isAbsent ? StudyStatus.State.ABSENT : sites.state(name),
        false,
        Optional.empty(),
        isAbsent ? (reason.isEmpty() ? "never called" : "tried: " + reason) : reason,
        0,
        0,
        0);
  }
}
