package io.coterie.method;

import io.coterie.math.Matrix;
import io.coterie.message.Labels;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

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

  /**
   * Keeps what a site has worked out, so that a site that is started again continues from there.
   * What is kept stays at the site. The caller sees to it that a key states all that the kept value
   * depends on.
   *
   * <p>Thread-safe.
   */
  public interface Checkpoints {
    /** Keeps nothing. */
    Checkpoints NONE =
        new Checkpoints() {
          @Override
          public Optional<byte[]> find(String key) {
            return Optional.empty();
          }

          @Override
          public void keep(String key, byte[] state) {}
        };

    Optional<byte[]> find(String key);

    /**
     * Keeps a state in place of an earlier one; after a crash there is the one or the other.
     *
     * @param key of 1 to 100 letters and digits
     */
    void keep(String key, byte[] state);
  }

  /**
   * What a site makes of its own records on the way to the answer. It stays at the site, as the
   * final labels do; a benchmark, which is all sites at once, follows a method by it.
   *
   * @param stage of the method, such as "prototype round"
   * @param round of that stage; 0 before the first
   * @param labels of the records, where there are any yet
   * @param points the records as the site embeds them
   */
  public record IntermediateLabels(
      String stage, int round, Optional<Labels> labels, Matrix points) {
    public IntermediateLabels {
      if (labels.isPresent() && labels.get().size() != points.rows()) {
        throw new IllegalArgumentException(
            "There are %d labels for %d points.".formatted(labels.get().size(), points.rows()));
      }
    }
  }

  /**
   * How far a long piece of work at a site has come, as counts within counts: round 3 of 20, in it
   * batch 12 of 40. It is for the site's own screen: batches tell how many records there are.
   *
   * @param work what is done, such as "training"
   * @param counts from the outermost to the innermost
   */
  public record WorkProgress(String work, List<Count> counts) {
    /**
     * One count.
     *
     * @param name of what is counted
     * @param at the present one, from 1; of the innermost, the last that is done
     * @param of how many there are
     */
    public record Count(String name, int at, int of) {
      public Count {
        if (at < 1 || at > of) {
          throw new IllegalArgumentException(
              "%s is %d of %d; it must be from 1 to the last.".formatted(name, at, of));
        }
      }
    }

    public WorkProgress {
      counts = List.copyOf(counts);
      if (counts.isEmpty()) {
        throw new IllegalArgumentException("There are no counts; progress needs at least one.");
      }
    }

    /** Returns the part of the work that is done, from 0 to 1. */
    public double done() {
      double done = 1;
      for (int i = counts.size() - 1; i >= 0; i--) {
        done = (counts.get(i).at() - 1 + done) / counts.get(i).of();
      }
      return done;
    }

    /** Returns the progress in words, without counts that have nothing to count. */
    @Override
    public String toString() {
      return work
          + ": "
          + counts.stream()
              .filter(count -> count.of() > 1)
              .map(count -> "%s %d of %d".formatted(count.name(), count.at(), count.of()))
              .collect(Collectors.joining(", "));
    }
  }
}
