package io.coterie.coordinator;

import io.coterie.ErrorCode;
import io.coterie.coordinator.StudyEndException.How;
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
  private static final String GATHERING = "gathering";

  /** Silence is noticed by looking: nobody reports it. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A look that takes so long was no look. */
  private static final long SLEEP_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final SessionLock lock;
  private final LongSupplier clock;
  private final Quorum quorum;
  private String phase = "starting";
  private long deadline;
  private boolean isCutShort;
  private StudyEndException ended;

  PhaseDeadline(SessionLock lock, LongSupplier clock, Quorum quorum) {
    this.lock = lock;
    this.clock = clock;
    this.quorum = quorum;
  }

  /** Begins to wait for sites to join. */
  void gather(Duration most) {
    begin(GATHERING, most);
  }

  /** Begins to wait in some phase; sites can be told how long. */
  void begin(String newPhase, Duration most) {
    phase = newPhase;
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
      throw new StudyEndException(How.STOPPED, ErrorCode.NETWORK, "The coordinator was stopped.");
    }
  }

  private void requirePossible() {
    if (ended != null) {
      throw ended;
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
    phase = "working";
  }

  /** Ends the wait at its next look, whoever is missing. */
  void cutShort() {
    isCutShort = true;
  }

  /** Makes the course end at its next look; returns whether it had not ended before. */
  boolean endSoon(StudyEndException how) {
    boolean goesOn = ended == null;
    ended = goesOn ? how : ended;
    return goesOn;
  }

  void end(StudyEndException how) {
    ended = how;
    phase = how.how().word();
  }

  public Optional<StudyEndException> ended() {
    return Optional.ofNullable(ended);
  }

  public String phase() {
    return phase;
  }

  public boolean isGathering() {
    return phase.equals(GATHERING);
  }

  /** Returns how long the wait can still take; negative where it took longer. */
  public long nanosLeft() {
    return deadline - clock.getAsLong();
  }
}
