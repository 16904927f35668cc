package io.coterie.participant;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.json.Json;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.JournalEvent;
import io.coterie.store.journal.MessageKey;
import io.coterie.wire.Slot;
import java.util.Optional;

/**
 * What a site has said in a study, in its own journal. A message is written here before it is sent,
 * so that after a crash the same bytes go out again and no others: nobody gets two answers to one
 * question.
 *
 * <p>Thread-safe.
 */
record Outbox(Journal journal, String study, String site) {
  Optional<byte[]> find(Slot slot) {
    return journal.find(study, MessageKey.of(slot, site));
  }

  /** Writes a message down; it may be sent when this returns. */
  void keep(Slot slot, byte[] bytes) {
    if (journal.keep(study, MessageKey.of(slot, site), bytes) == Acceptance.CONFLICT) {
      throw new CoterieException(
          ErrorCode.INTERNAL, "%s was answered before, and otherwise.".formatted(slot));
    }
  }

  /** Returns whether something happened, in this process or in one before it. */
  boolean has(EventKind kind) {
    return journal.events(study, 0).stream().anyMatch(event -> event.is(kind));
  }

  void note(EventKind kind, int round, String detail) {
    journal.append(
        study, new JournalEvent(kind, round, Json.object().put("detail", detail).toString()));
  }
}
