package io.coterie.net;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * How often each caller may do something within a window of time. Counts begin anew with each
 * window; callers beyond those that fit into memory share one count.
 *
 * <p>Thread-safe.
 */
public final class RateLimit {
  private static final int MOST_CALLERS = 10_000;
  private static final String OTHERS = "";

  private final int most;
  private final Duration window;
  private final InstantSource clock;
  private final Map<String, Integer> counts = new HashMap<>();
  private Instant end = Instant.MIN;

  public RateLimit(int most, Duration window, InstantSource clock) {
    this.most = most;
    this.window = requireNonNull(window, "window is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Counts what a caller does, and tells whether it is still within the limit. */
  public synchronized boolean allows(String caller) {
    Instant now = clock.instant();
    if (!now.isBefore(end)) {
      counts.clear();
      end = now.plus(window);
    }
    boolean hasRoom = counts.size() < MOST_CALLERS || counts.containsKey(caller);
    return counts.merge(hasRoom ? caller : OTHERS, 1, Integer::sum) <= most;
  }
}
