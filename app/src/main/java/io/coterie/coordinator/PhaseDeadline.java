package io.coterie.coordinator;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The phase of a study and how it waits: until a condition is met, its time is up, the operator
 * cuts the wait short, or the study has ended.
 *
 * <p>Not thread-safe; see {@link StudySession}, which is given up during the wait.
 */
final class PhaseDeadline {
  /** Silence is noticed by looking: nobody reports it. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A look that takes so long was no look. */
  private static final long SLEEP_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Object monitor;
  private final LongSupplier clock;
  private final SiteRegistry sites;
  private Phase phase = Phase.STARTING;
  private long deadline;
  private boolean isCutShort;
  private StudyEnd ended;

  /**
   * Begins in the first phase.
   *
   * @param monitor is held by all callers and notified of every change
   * @param clock gives the nanoseconds since some moment
   */
  PhaseDeadline(Object monitor, LongSupplier clock, SiteRegistry sites) {
    this.monitor = monitor;
    this.clock = clock;
    this.sites = sites;
  }

  /** Begins to wait in some phase; sites can be told how long. */
  void begin(Phase next, Duration most) {
    enter(next);
    deadline = clock.getAsLong() + most.toNanos();
    isCutShort = false;
  }

  /**
   * Waits until a condition is met, or the wait is over.
   *
   * @param look runs at every look
   * @throws StudyEndException if the study has ended, or cannot go on whichever sites come
   */
  void until(BooleanSupplier isSo, Runnable look) {
    try {
      requirePossible();
      while (!isSo.getAsBoolean() && nanosLeft() > 0 && !isCutShort) {
        long before = clock.getAsLong();
        long left = Math.max(1, deadline - before);
        TimeUnit.NANOSECONDS.timedWait(monitor, Math.min(left, LOOK_NANOS));
        forgiveOwnSleep(clock.getAsLong() - before);
        requirePossible();
        look.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StudyEndException(new StudyEnd(Phase.STOPPED, "The coordinator was stopped."));
    }
  }

  private void requirePossible() {
    if (ended != null) {
      throw new StudyEndException(ended);
    }
    sites.requirePossible();
  }

  /** While this machine was suspended or overloaded nobody could be heard; that is no silence. */
  private void forgiveOwnSleep(long nanos) {
    if (nanos > SLEEP_NANOS) {
      sites.forgive(nanos);
    }
  }

  void work() {
    enter(Phase.WORKING);
  }

  private void enter(Phase next) {
    if (phase.isTerminal()) {
      throw new IllegalStateException(
          "A study that is %s cannot become %s.".formatted(phase.word(), next.word()));
    }
    phase = next;
  }

  /** Ends the wait at its next look, whichever sites are missing. */
  void cutShort() {
    isCutShort = true;
  }

  /** Makes the execution end at its next look; returns whether it had not ended before. */
  boolean endSoon(StudyEnd how) {
    boolean goesOn = ended == null;
    ended = goesOn ? how : ended;
    return goesOn;
  }

  void end(StudyEnd how) {
    enter(how.phase());
    ended = how;
  }

  Optional<StudyEnd> ended() {
    return Optional.ofNullable(ended);
  }

  Phase phase() {
    return phase;
  }

  /** Returns how long the wait can still take; negative where it took longer. */
  long nanosLeft() {
    return deadline - clock.getAsLong();
  }
}
