package io.coterie.participant;

import io.coterie.CoterieException;
import io.coterie.json.Json;
import io.coterie.store.journal.EventKind;
import io.coterie.wire.Slot;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * How many bytes a site lets out in a study, in all its processes together. What is said again in
 * the same words counts once.
 *
 * <p>Not thread-safe.
 */
final class ByteAllowance {
  private static final String BYTES = "bytes";

  private final Optional<Long> most;
  private final Set<String> counted = new HashSet<>();
  private long sent;

  /** Counts what earlier processes of the site sent, by its journal. */
  ByteAllowance(Optional<Long> most, Outbox outbox) {
    this.most = most;
    outbox.events().stream()
        .filter(event -> event.is(EventKind.SENT))
        .forEach(
            event -> {
              var node = Json.parse(event.text());
              String name =
                  name(event.round(), node.path("attempt").asInt(1), node.path("detail").asText());
              if (counted.add(name)) {
                sent += node.path(BYTES).asLong();
              }
            });
  }

  private static String name(int round, int attempt, String step) {
    return "%d/%d/%s".formatted(round, attempt, step);
  }

  /**
   * Counts a message before it is sent.
   *
   * @throws CoterieException of kind NOT_AGREED if the owner lets no more bytes out
   */
  void take(Slot slot, int bytes) {
    if (!counted.add(name(slot.round(), slot.attempt(), slot.step().word()))) {
      return;
    }
    if (most.filter(limit -> sent + bytes > limit).isPresent()) {
      throw CoterieException.notAgreed(
          ("The study asks for more than this site's policy lets out: %,d bytes have left, %s needs"
                  + " %,d more, and max-bytes is %,d. Nothing was sent for it, and the site leaves"
                  + " the study.")
              .formatted(sent, slot, bytes, most.get()));
    }
    sent += bytes;
  }
}
