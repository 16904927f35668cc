package io.coterie.participant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.json.Json;
import io.coterie.secure.Seal;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.JournalEvent;
import io.coterie.store.journal.MessageKey;
import io.coterie.wire.Slot;
import java.util.List;
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

  boolean has(Slot slot) {
    return journal.message(study, MessageKey.of(slot, site)).isPresent();
  }

  /** Returns whether something happened, in this process or in one before it. */
  boolean has(EventKind kind) {
    return events().stream().anyMatch(event -> event.is(kind));
  }

  /** Returns what happened so far, in order. */
  List<JournalEvent> events() {
    return journal.study(study).isEmpty() ? List.of() : journal.events(study, 0);
  }

  /** Writes down that the coordinator has a message. */
  void sent(Slot slot, int bytes) {
    note(
        EventKind.SENT,
        slot.round(),
        Json.object()
            .put("detail", slot.step().word())
            .put("attempt", slot.attempt())
            .put("bytes", bytes));
  }

  /** Writes down what opens the sealed total of a round, for after a restart. */
  void keepSeal(int round, Seal seal) {
    note(EventKind.SEALED, round, Json.object().put("seal", seal.encoded()));
  }

  /** Returns what opens the sealed total of a round, if this site was counted in it. */
  Optional<Seal> seal(int round) {
    return events().stream()
        .filter(event -> event.is(EventKind.SEALED) && event.round() == round)
        .reduce((one, other) -> other)
        .map(event -> Json.parse(event.text()).path("seal").asText())
        .map(Seal::decoded);
  }

  void note(EventKind kind, int round, String detail) {
    note(kind, round, Json.object().put("detail", detail));
  }

  void note(EventKind kind, int round, ObjectNode what) {
    journal.append(study, new JournalEvent(kind, round, what.toString()));
  }
}
