package io.coterie.serve;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The one lock of a study's room. Sites come in on the network's threads, the course has a thread
 * of its own, operators look from a third; all hold to the following.
 *
 * <ul>
 *   <li>{@link Attendance}, {@link Admission}, {@link OpenStep}, {@link CourseWait}, {@link
 *       Notices}, {@link RoomView} and {@link WaitNotes} are used by nobody who does not hold it.
 *       They take no lock themselves.
 *   <li>{@link StudyRoom} and {@link Intake} take it, for as long as they need to look or to change
 *       something. Messages are read and decoded without it, so whoever has read one looks again
 *       whether the step is still open.
 *   <li>What the journal says of sites and steps is written while it is held: the order in the
 *       journal is the order in which things happened.
 *   <li>The course gives it up while it waits. Whoever changes what it may wait for wakes it.
 *   <li>{@link StudyLog}, {@link CourseLog} and {@link MessageCounts} are thread-safe by themselves
 *       and never come back here.
 * </ul>
 *
 * <p>Thread-safe. A thread that holds it may take it again.
 */
final class RoomLock {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Looks at something, or changes what nobody waits for; see {@link #wake}. */
  <T> T hold(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** Changes something that the course may wait for. */
  void change(Runnable work) {
    lock.lock();
    try {
      work.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Makes the course look again; for those who hold the lock. */
  void wake() {
    changed.signalAll();
  }

  /**
   * Gives the lock up until there is a change, or a time is over; for those who hold it, and look
   * themselves whether the change is the one they wait for.
   */
  @SuppressWarnings("WaitNotInLoop") // the loop is in CourseWait, which knows what it waits for
  void awaitChange(long nanos) throws InterruptedException {
    boolean unused = changed.await(nanos, TimeUnit.NANOSECONDS);
  }
}
