package io.coterie.participant;

import io.coterie.wire.v1.FederationProto.Notice;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The last thing the coordinator said; what it said before does not matter any more.
 *
 * <p>Thread-safe.
 */
final class Inbox {
  private Notice latest;
  private RuntimeException failure;
  private boolean isNew;

  synchronized void put(Notice notice) {
    latest = notice;
    isNew = true;
    notifyAll();
  }

  /** Ends all waiting with an error. */
  synchronized void fail(RuntimeException cause) {
    failure = cause;
    notifyAll();
  }

  /** Waits for something new. */
  synchronized Notice take() throws InterruptedException {
    while (!isNew && failure == null) {
      wait();
    }
    if (failure != null) {
      throw failure;
    }
    isNew = false;
    return latest;
  }

  /** Waits for something new for so long, and no longer. */
  synchronized Optional<Notice> poll(long millis) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis; left > 0 && !isNew && failure == null; ) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
    }
    return isNew || failure != null ? Optional.of(take()) : Optional.empty();
  }
}
