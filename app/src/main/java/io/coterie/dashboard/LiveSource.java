package io.coterie.dashboard;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** What a page that watches is told: how things stand, and what has happened since. */
@FunctionalInterface
public interface LiveSource {
  /** Returns how things stand, and the lines after a number; 0 gives all. */
  News after(long number);

  /**
   * What there is to tell.
   *
   * @param status the whole of it; keys that begin with "seconds_" change by themselves
   * @param lines that are new, in order
   */
  record News(Object status, List<Line> lines) {
    public News {
      requireNonNull(status, "status is null");
      lines = List.copyOf(lines);
    }
  }

  /**
   * Something that happened.
   *
   * @param number from 1, larger than that of the line before
   * @param data what it was
   */
  record Line(long number, Object data) {}
}
