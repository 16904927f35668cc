package io.coterie.store.journal;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A study as it was agreed to.
 *
 * @param name what people call it; one study of this name in a journal
 * @param hash of the text; another hash is another study
 * @param text the canonical text of the study
 * @param time when it was begun, to the millisecond
 */
public record BegunStudy(String name, String hash, String text, Instant time) {
  public BegunStudy {
    MessageKey.requireWord("name", name);
    MessageKey.requireWord("hash", hash);
    JournalEvent.requireText(text);
    requireNonNull(time, "time is null");
  }
}
