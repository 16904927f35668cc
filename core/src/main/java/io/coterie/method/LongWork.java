package io.coterie.method;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;

/**
 * What helps a site part whose answers take minutes.
 *
 * @param progress is told now and then how far the work has come
 * @param checkpoints keep what is done, should the site be killed
 */
public record LongWork(Consumer<WorkProgress> progress, Checkpoints checkpoints) {
  public LongWork {
    requireNonNull(progress, "progress is null");
    requireNonNull(checkpoints, "checkpoints is null");
  }

  /** Returns work that nobody watches and nothing is kept of. */
  public static LongWork unseen() {
    return new LongWork(progress -> {}, Checkpoints.NONE);
  }
}
