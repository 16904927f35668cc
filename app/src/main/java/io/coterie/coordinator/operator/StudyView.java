package io.coterie.coordinator.operator;

import io.coterie.coordinator.MessageCounts;
import io.coterie.coordinator.OpenRound;
import io.coterie.coordinator.Phase;
import io.coterie.coordinator.PhaseDeadline;
import io.coterie.coordinator.SessionLock;
import io.coterie.coordinator.SiteRegistry;
import io.coterie.coordinator.StudyEnd;
import io.coterie.coordinator.operator.StudyStatus.State;
import io.coterie.coordinator.rpc.SiteNotifier;
import io.coterie.store.journal.EventKind;
import io.coterie.study.Study;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Notice;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What there is to be said of a study at one moment: to its operator, and to each of its sites.
 *
 * <p>Not thread-safe; see {@link SessionLock}.
 */
public final class StudyView {
  private final Study study;
  private final String hash;
  private final SiteRegistry attendance;
  private final OpenRound step;
  private final PhaseDeadline wait;

  public StudyView(Study study, SiteRegistry attendance, OpenRound step, PhaseDeadline wait) {
    this.study = study;
    this.hash = study.hash();
    this.attendance = attendance;
    this.step = step;
    this.wait = wait;
  }

  /** Returns what its operator sees. */
  public StudyStatus status(MessageCounts counts, StudyHistory course) {
    Set<String> awaited = new HashSet<>(step.missing());
    List<StudyStatus.Site> sites =
        attendance.sites().stream()
            .map(site -> site(site, awaited.contains(site), course.rounds(site)))
            .toList();
    return new StudyStatus(
        study.name(),
        hash,
        wait.phase(),
        step.round(),
        step.slot().map(slot -> slot.step().word()),
        step.slot().isEmpty() && wait.phase() != Phase.GATHERING
            ? Optional.empty()
            : Optional.of(Duration.ofNanos(Math.max(0, wait.nanosLeft()))),
        study.participation().quorum(),
        wait.ended().map(StudyEnd::reason),
        counts.byVerdict(),
        course.soFar(),
        sites);
  }

  private StudyStatus.Site site(String name, boolean isAwaited, int rounds) {
    State state = attendance.state(name);
    return new StudyStatus.Site(
        name,
        state,
        isAwaited,
        attendance.silence(name),
        state == State.JOINED ? attendance.doing(name) : attendance.reason(name),
        attendance.bytesIn(name),
        attendance.bytesOut(name),
        rounds);
  }

  /** Returns what a site is to be told. */
  public Notice notice(String site) {
    Optional<StudyEnd> ended = wait.ended().filter(end -> end.phase() != Phase.PAUSED);
    if (ended.isPresent()) {
      return SiteNotifier.ended(ended.get().phase().word(), ended.get().reason());
    }
    if (attendance.state(site) == State.REFUSED) {
      return SiteNotifier.ended(EventKind.REFUSED.word(), attendance.reason(site));
    }
    Optional<Slot> asked = step.slot().filter(open -> step.asks(site));
    return asked.isPresent()
        ? SiteNotifier.task(asked.get(), wait.nanosLeft())
        : SiteNotifier.waiting(wait.phase().word());
  }
}
