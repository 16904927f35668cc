package io.coterie.participant;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.json.Json;
import io.coterie.store.journal.Acceptance;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Incoming;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.JournalEvent;
import io.coterie.store.journal.MessageKey;
import io.coterie.store.journal.StoredMessage;
import io.coterie.wire.Slot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What a site has said in a study, in its own journal. A message is written here before it is sent,
 * so that after a crash the same bytes go out again and no others: nobody gets two answers to one
 * question.
 *
 * <p>Thread-safe.
 */
final class Outbox {
  private final Journal journal;
  private final Membership membership;

  Outbox(Journal journal, Membership membership) {
    this.journal = journal;
    this.membership = membership;
  }

  Optional<byte[]> find(Slot slot) {
    MessageKey key = key(slot);
    return journal.message(membership.study(), key).map(stored -> read(key, stored));
  }

  /** Writes a message down; it may be sent when this returns. */
  void keep(Slot slot, byte[] bytes) {
    try (Incoming incoming = journal.receive(membership.study(), key(slot))) {
      incoming.write(ByteBuffer.wrap(bytes));
      if (incoming.accept() == Acceptance.CONFLICT) {
        throw new CoterieException(
            ErrorCode.INTERNAL, "%s was answered before, and otherwise.".formatted(slot));
      }
    }
  }

  /** Returns whether something happened, in this process or in one before it. */
  boolean has(EventKind kind) {
    return journal.events(membership.study(), 0).stream().anyMatch(event -> event.event().is(kind));
  }

  /** Writes down what happened. */
  void note(EventKind kind, int round, String detail) {
    journal.append(
        membership.study(),
        new JournalEvent(kind, round, Json.object().put("detail", detail).toString()));
  }

  private byte[] read(MessageKey key, StoredMessage stored) {
    try (InputStream in = journal.read(membership.study(), key)) {
      return in.readNBytes(Math.toIntExact(stored.bytes()));
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          "The journal of this site cannot be read; restore it from a backup.",
          e);
    }
  }

  private MessageKey key(Slot slot) {
    return new MessageKey(slot.round(), slot.attempt(), slot.step().word(), membership.site());
  }
}
