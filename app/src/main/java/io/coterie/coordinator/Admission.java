package io.coterie.coordinator;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.operator.StudyStatus.State;
import io.coterie.coordinator.rpc.SiteNotifier;
import io.coterie.store.journal.EventKind;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How sites come into a study and go out of it: what the journal, the operator and the site itself
 * are told of it.
 *
 * <p>Not thread-safe; see {@link SessionLock}.
 */
public final class Admission {
  private final Quorum quorum;
  private final SiteRegistry attendance;
  private final StudyLog log;
  private final SiteNotifier notices;
  private final Consumer<String> notes;

  Admission(Quorum quorum, StudyLog log, SiteNotifier notices, Consumer<String> notes) {
    this.quorum = quorum;
    this.attendance = quorum.attendance();
    this.log = log;
    this.notices = notices;
    this.notes = notes;
  }

  /** Takes a site in that agrees to the study; returns whether it had started again. */
  boolean join(String site, String incarnation) {
    State state = attendance.state(site);
    if (state == State.REFUSED) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "Site %s was put out of this study: %s".formatted(site, attendance.reason(site)));
    }
    if (!attendance.isIncarnation(site, incarnation) || state != State.JOINED) {
      log.joined(site, incarnation);
      notes.accept("site %s %s".formatted(site, state == State.EXPECTED ? "joined" : "is back"));
    }
    boolean again = attendance.join(site, incarnation);
    attendance.beat(site, "");
    return again;
  }

  void decline(String site, String reason) {
    if (attendance.state(site) != State.DECLINED) {
      log.site(EventKind.DECLINED, site, reason);
      notes.accept("site %s declined: %s".formatted(site, reason));
      attendance.leave(site, State.DECLINED, reason);
    }
  }

  /** Returns whether it is this process of a site that has joined. */
  boolean hasJoined(String site, String incarnation) {
    return attendance.isIncarnation(site, incarnation);
  }

  /** Takes a sign of life of a site that has joined; returns whether it was away. */
  boolean beat(String site, String doing) {
    attendance.beat(site, doing);
    boolean isBack = attendance.back(site);
    if (isBack) {
      log.site(EventKind.RETURNED, site, "");
      notices.tell(site);
    }
    return isBack;
  }

  /** Tells a site what is asked of it, now and whenever that changes. */
  void watch(String site, SiteNotifier.Watcher watcher) {
    notices.add(site, watcher);
    attendance.beat(site, attendance.doing(site));
    attendance.back(site);
    notices.tell(site);
  }

  /** Counts a message that came from a site. */
  public void received(String site, long bytes) {
    attendance.received(site, bytes);
  }

  /** Puts a site out of the study. */
  public void refuse(String site, String reason) {
    log.site(EventKind.REFUSED, site, reason);
    notes.accept(
        "site %s is out of the study: %s The study goes on without it while %d sites are left."
            .formatted(site, sentence(reason), quorum.participation().quorum()));
    attendance.leave(site, State.REFUSED, reason);
    notices.tell(site);
  }

  private static String sentence(String text) {
    return text.endsWith(".") ? text : text + ".";
  }

  /** Returns why a site's messages are not used, if they are not. */
  public Optional<String> objection(String site) {
    return switch (attendance.state(site)) {
      case JOINED, ABSENT -> Optional.empty();
      case REFUSED -> Optional.of(attendance.reason(site));
      case EXPECTED, DECLINED -> Optional.of("Site %s has not joined the study.".formatted(site));
    };
  }
}
