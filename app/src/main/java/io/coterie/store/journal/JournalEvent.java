package io.coterie.store.journal;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A step that was taken, such as a round that was closed.
 *
 * @param sequence from 1 within its study; 0 where it is not written yet
 * @param time when, to the millisecond
 * @param kind such as "step-closed"; see {@link EventKind}
 * @param round from 0
 * @param text what belongs to it: one JSON object
 */
public record JournalEvent(long sequence, Instant time, String kind, int round, String text) {
  public JournalEvent {
    requireNonNull(time, "time is null");
    MessageKey.requireWord("kind", kind);
    MessageKey.requireNumber("round", round);
    requireText(text);
  }

  public JournalEvent(String kind, int round, String text) {
    this(0, Instant.now(), kind, round, text);
  }

  public JournalEvent(EventKind kind, int round, String text) {
    this(kind.word(), round, text);
  }

  public boolean is(EventKind other) {
    return kind.equals(other.word());
  }

  /** PostgreSQL keeps no character 0 in a text. */
  static void requireText(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("The text holds a character 0; write it as \\u0000.");
    }
  }
}
