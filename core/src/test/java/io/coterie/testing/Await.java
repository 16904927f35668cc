package io.coterie.testing;

import java.time.Duration;
import java.util.function.Supplier;

/** Waits for conditions of other threads and processes. */
public final class Await {
  private static final long LEAST_PAUSE_MILLIS = 2;
  private static final long MOST_PAUSE_MILLIS = 100;

  private Await() {}

  /** What is waited for. It may throw, as an assertion does, where waiting on is in vain. */
  public interface Condition {
    boolean isMet() throws Exception;
  }

  /**
   * Returns as soon as a condition is met.
   *
   * @throws AssertionError if it is not met within the limit
   */
  public static void until(Condition condition, Duration limit) {
    until(condition, limit, () -> "");
  }

  /**
   * Returns as soon as a condition is met.
   *
   * @param details for the error, of the moment at which the limit is reached
   * @throws AssertionError if it is not met within the limit
   */
  public static void until(Condition condition, Duration limit, Supplier<String> details) {
    if (!isMetWithin(condition, limit)) {
      throw new AssertionError(
          "The condition is not met after %s. %s".formatted(limit, details.get()));
    }
  }

  /** Returns true as soon as a condition is met, or false at the limit. */
  public static boolean isMetWithin(Condition condition, Duration limit) {
    long start = System.nanoTime();
    while (!isMet(condition)) {
      long waited = (System.nanoTime() - start) / 1_000_000;
      if (waited >= limit.toMillis()) {
        return false;
      }
      // A tenth of the time so far: short waits end promptly, long ones look seldom.
      pause(Math.min(MOST_PAUSE_MILLIS, Math.max(LEAST_PAUSE_MILLIS, waited / 10)));
    }
    return true;
  }

  private static boolean isMet(Condition condition) {
    try {
      return condition.isMet();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("The test was interrupted while it waited.", e);
    }
  }
}
