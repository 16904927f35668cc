package io.coterie.dashboard;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * How many pages watch.
 *
 * <p>Thread-safe.
 */
final class Watchers {
  private static final long LOOK_MILLIS = 200;

  private final int most;
  private int count;
  private boolean wereAny;
  private long left;

  Watchers(int most) {
    this.most = most;
  }

  /** Takes note of a page that begins to watch; returns whether there is room for it. */
  synchronized boolean enter() {
    if (count == most) {
      return false;
    }
    count++;
    wereAny = true;
    return true;
  }

  synchronized void leave() {
    count--;
    left = System.nanoTime();
    notifyAll();
  }

  /** Waits until nobody has watched for so long; returns at once if nobody ever did. */
  synchronized void awaitNone(Duration grace, BooleanSupplier isEnough)
      throws InterruptedException {
    while (wereAny && !isEnough.getAsBoolean()) {
      long rest = left + grace.toNanos() - System.nanoTime();
      if (count == 0 && rest <= 0) {
        return;
      }
      wait(LOOK_MILLIS);
    }
  }
}
