package io.coterie.store.journal;

/**
 * A step that was taken, such as a round that was closed.
 *
 * @param kind such as "step-closed"; see {@link EventKind}
 * @param round from 0
 * @param text what belongs to it: one JSON object
 */
public record JournalEvent(String kind, int round, String text) {
  public JournalEvent {
    MessageKey.requireWord("kind", kind);
    MessageKey.requireNumber("round", round);
    requireText(text);
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
