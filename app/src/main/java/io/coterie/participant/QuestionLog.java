package io.coterie.participant;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.CoterieException;
import io.coterie.Sha256;
import io.coterie.json.Json;
import io.coterie.privacy.SecretBytes;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.JournalEvent;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The questions that a site has heard, in its journal: one for each round, by its digest, and the
 * draws of noise that were begun for their answers. A site that starts again hears the same
 * questions or none, so its schedule continues where it was; a party that asks a round again with
 * other words gets nothing.
 *
 * <p>Not thread-safe.
 */
final class QuestionLog {
  private static final String QUESTION = "question";
  private static final String DRAW = "draw";
  private static final int NAME_BYTES = 16;

  private final Outbox outbox;
  private final Map<Integer, String> questions = new HashMap<>();
  private final Map<String, String> draws = new HashMap<>();
  private int last;

  /** Reads what an earlier process of this site wrote down. */
  QuestionLog(Outbox outbox) {
    this.outbox = outbox;
    for (JournalEvent event : outbox.events()) {
      JsonNode node = Json.parse(event.text());
      if (event.is(EventKind.ASKED)) {
        know(event.round(), node.path(QUESTION).asText());
      } else if (event.is(EventKind.DRAWN)) {
        String name = node.path(DRAW).asText();
        draws.put(key(event.round(), node.path("number").asInt()), name);
      }
    }
  }

  private void know(int round, String digest) {
    questions.put(round, digest);
    last = Math.max(last, round);
  }

  private static String key(int round, int number) {
    return round + "/" + number;
  }

  /**
   * Takes note of the question of a round before it is answered.
   *
   * @throws CoterieException of kind NOT_AGREED if the round had another one
   */
  void hear(int round, byte[] question) {
    String digest = Sha256.hex(question);
    String before = questions.get(round);
    if (before == null) {
      outbox.note(EventKind.ASKED, round, Json.object().put(QUESTION, digest));
      know(round, digest);
    } else if (!before.equals(digest)) {
      throw CoterieException.notAgreed(
          ("The coordinator asks round %d again, with another question than before. A round has one"
                  + " question, so this site says nothing more.")
              .formatted(round));
    }
  }

  /** Returns whether a later round was heard, so that nothing new is said to this one. */
  boolean isOver(int round) {
    return round < last;
  }

  /**
   * Returns the name of a draw of noise, which is durable when this returns. The same draw has the
   * same name in every process.
   *
   * @param number 1 for the first draw of a round; 2 where an opened sum is tried again
   */
  String draw(int round, int number) {
    return draws.computeIfAbsent(
        key(round, number),
        unused -> {
          String name = number + "-" + HexFormat.of().formatHex(SecretBytes.random(NAME_BYTES));
          outbox.note(EventKind.DRAWN, round, Json.object().put("number", number).put(DRAW, name));
          return name;
        });
  }
}
