package io.coterie.method;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Collectors;

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
      requireNonNull(name, "name is null");
      if (at < 1 || at > of) {
        throw new IllegalArgumentException(
            "%s is %d of %d; it must be from 1 to the last.".formatted(name, at, of));
      }
    }
  }

  public WorkProgress {
    requireNonNull(work, "work is null");
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
