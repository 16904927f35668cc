package io.coterie.coordinator;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How the course of a study waits: until what it waits for is so, its time is up, an operator will
 * not wait any longer, or the study has ended.
 *
 * <p>Not thread-safe; see {@link SessionLock}, which is given up during the wait.
 */
public final class PhaseDeadline {
  /** Silence is noticed by looking: nobody reports it. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A look that takes so long was no look. */
  private static final long SLEEP_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final SessionLock lock;
  private final LongSupplier clock;
  private final Quorum quorum;
  private Phase phase = Phase.STARTING;
  private long deadline;
  private boolean isCutShort;
  private StudyEnd ended;

  PhaseDeadline(SessionLock lock, LongSupplier clock, Quorum quorum) {
    this.lock = lock;
    this.clock = clock;
    this.quorum = quorum;
  }

  /** Begins to wait in some phase; sites can be told how long. */
  void begin(Phase next, Duration most) {
    enter(next);
    deadline = clock.getAsLong() + most.toNanos();
    isCutShort = false;
  }

  /**
   * Waits until something is so, or the wait is over.
   *
   * @param look is done at every look
   * @throws StudyEndException if the study has ended, or cannot go on whoever comes
   */
  void until(BooleanSupplier isSo, Runnable look) {
    try {
      requirePossible();
      while (!isSo.getAsBoolean() && nanosLeft() > 0 && !isCutShort) {
        long before = clock.getAsLong();
        long left = Math.max(1, deadline - before);
        lock.awaitChange(Math.min(left, LOOK_NANOS));
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
    quorum.requirePossible();
  }

  /** While this machine was suspended or overloaded nobody could be heard; that is no silence. */
  private void forgiveOwnSleep(long nanos) {
    if (nanos > SLEEP_NANOS) {
      quorum.attendance().forgive(nanos);
    }
  }

  /** Goes over from waiting to work. */
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

  /** Ends the wait at its next look, whoever is missing. */
  void cutShort() {
    isCutShort = true;
  }

  /** Makes the course end at its next look; returns whether it had not ended before. */
  boolean endSoon(StudyEnd how) {
    boolean goesOn = ended == null;
    ended = goesOn ? how : ended;
    return goesOn;
  }

  void end(StudyEnd how) {
    enter(how.phase());
    ended = how;
  }

  public Optional<StudyEnd> ended() {
    return Optional.ofNullable(ended);
  }

  public Phase phase() {
    return phase;
  }

  /** Returns how long the wait can still take; negative where it took longer. */
  public long nanosLeft() {
    return deadline - clock.getAsLong();
  }
}
