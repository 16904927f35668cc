package io.coterie.method;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What helps a site part whose answers take minutes.
 *
 * @param progress is told now and then how far the work has come
 * @param checkpoints keep what is done, should the site be killed
 * @param reader of drafts, where somebody at this site wants them
 */
public record LongWork(
    Consumer<WorkProgress> progress,
    Checkpoints checkpoints,
    Optional<Consumer<IntermediateLabels>> reader) {
  public LongWork {
    requireNonNull(progress, "progress is null");
    requireNonNull(checkpoints, "checkpoints is null");
    requireNonNull(reader, "reader is null");
  }

  /** Makes work whose drafts nobody reads. */
  public LongWork(Consumer<WorkProgress> progress, Checkpoints checkpoints) {
    this(progress, checkpoints, Optional.empty());
  }

  /** Returns work that nobody watches and nothing is kept of. */
  public static LongWork unseen() {
    return new LongWork(progress -> {}, Checkpoints.NONE);
  }

  /** Returns work that nothing is kept of, and whose drafts are read. */
  public static LongWork read(Consumer<IntermediateLabels> reader) {
    return new LongWork(progress -> {}, Checkpoints.NONE, Optional.of(reader));
  }

  /** Shows a draft, which is made only where somebody reads it. */
  public void show(Supplier<IntermediateLabels> draft) {
    reader.ifPresent(found -> found.accept(draft.get()));
  }
}
