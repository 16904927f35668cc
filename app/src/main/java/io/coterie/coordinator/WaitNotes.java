package io.coterie.coordinator;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Says what a study waits for: when it is something else than before, and not all the time.
 *
 * <p>Not thread-safe; see {@link SessionLock}.
 */
final class WaitNotes {
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Consumer<String> notes;
  private long last;
  private String said = "";

  WaitNotes(Consumer<String> notes) {
    this.notes = notes;
  }

  void note(int round, String wait, long now) {
    if (now - last > REST_NANOS && !wait.equals(said)) {
      last = now;
      said = wait;
      notes.accept(round == 0 ? wait : "round %d: %s".formatted(round, wait));
    }
  }
}
