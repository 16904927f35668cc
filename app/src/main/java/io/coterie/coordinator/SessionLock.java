package io.coterie.coordinator;

import io.coterie.coordinator.operator.StudyHistory;
import io.coterie.coordinator.operator.StudyView;
import io.coterie.coordinator.rpc.SiteNotifier;
import io.coterie.coordinator.rpc.SubmissionHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The one lock of a study's room. Sites come in on the network's threads, the course has a thread
 * of its own, operators look from a third; all hold to the following.
 *
 * <ul>
 *   <li>{@link SiteRegistry}, {@link Admission}, {@link OpenRound}, {@link PhaseDeadline}, {@link
 *       SiteNotifier}, {@link StudyView} and {@link WaitNotes} are used by nobody who does not hold
 *       it. They take no lock themselves.
 *   <li>{@link StudySession} and {@link SubmissionHandler} take it, for as long as they need to
 *       look or to change something. Messages are read and decoded without it, so whoever has read
 *       one looks again whether the step is still open.
 *   <li>What the journal says of sites and steps is written while it is held: the order in the
 *       journal is the order in which things happened.
 *   <li>The course gives it up while it waits. Whoever changes what it may wait for wakes it.
 *   <li>{@link StudyLog}, {@link StudyHistory} and {@link MessageCounts} are thread-safe by
 *       themselves and never come back here.
 * </ul>
 *
 * <p>Thread-safe. A thread that holds it may take it again.
 */
public final class SessionLock {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Looks at something, or changes what nobody waits for; see {@link #wake}. */
  public <T> T hold(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** Changes something that the course may wait for. */
  public void change(Runnable work) {
    lock.lock();
    try {
      work.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Makes the course look again; for those who hold the lock. */
  public void wake() {
    changed.signalAll();
  }

  /**
   * Gives the lock up until there is a change, or a time is over; for those who hold it, and look
   * themselves whether the change is the one they wait for.
   */
  @SuppressWarnings("WaitNotInLoop") // the loop is in PhaseDeadline, which knows what it waits for
  void awaitChange(long nanos) throws InterruptedException {
    boolean unused = changed.await(nanos, TimeUnit.NANOSECONDS);
  }
}
