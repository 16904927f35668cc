package io.coterie.coordinator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.json.Json;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.Journal.Incoming;
import io.coterie.store.journal.Journal.StoredMessage;
import io.coterie.store.journal.JournalEvent;
import io.coterie.store.journal.MessageKey;
import io.coterie.wire.Slot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One study in the coordinator's journal: who joined, what came in, and which steps were closed
 * with whom. A coordinator that starts again does what is written here once more and goes on.
 *
 * <p>Thread-safe.
 */
public final class StudyLog {
  /** Questions are kept under this name; no site can have it. */
  static final String COORDINATOR = "COORDINATOR";

  private static final String QUESTION = "question";

  private final Journal journal;
  private final String study;
  private final Map<Slot, List<String>> closed = new HashMap<>();

  public StudyLog(Journal journal, String study) {
    this.journal = journal;
    this.study = study;
    for (JournalEvent event : events()) {
      if (event.is(EventKind.STEP_CLOSED)) {
        JsonNode node = node(event);
        Slot.Step step = Slot.Step.of(node.path("step").asText());
        closed.put(
            new Slot(event.round(), node.path("attempt").asInt(), step), names(node, "sites"));
      }
    }
  }

  private List<JournalEvent> events() {
    return journal.events(study, 0);
  }

  void joined(String site, String incarnation) {
    append(EventKind.JOINED, 0, Json.object().put("site", site).put("incarnation", incarnation));
  }

  /** Puts every site back where it stood. */
  public void restore(SiteRegistry registry) {
    for (JournalEvent event : events()) {
      JsonNode node = node(event);
      String site = node.path("site").asText();
      if (!registry.knows(site)) {
        continue;
      }
      if (event.is(EventKind.JOINED)) {
        registry.join(site, node.path("incarnation").asText());
        registry.beat(site, "");
      } else if (event.is(EventKind.DECLINED)) {
        registry.leave(site, StudyStatus.State.DECLINED, node.path("detail").asText());
      } else if (event.is(EventKind.FALTERED)) {
        registry.falter(site, node.path("detail").asText());
      } else if (event.is(EventKind.REFUSED)) {
        registry.leave(site, StudyStatus.State.REFUSED, node.path("detail").asText());
      }
    }
  }

  void site(EventKind kind, String site, String detail) {
    append(kind, 0, Json.object().put("site", site).put("detail", detail));
  }

  /** Returns what sites shared of what does not fit there, by site; the latest of each. */
  Map<String, String> shared() {
    Map<String, String> shared = new TreeMap<>();
    for (JournalEvent event : events()) {
      if (event.is(EventKind.SHARED)) {
        shared.put(node(event).path("site").asText(), node(event).path("detail").asText());
      }
    }
    return shared;
  }

  void study(EventKind kind, int round, String detail) {
    append(kind, round, Json.object().put("detail", detail));
  }

  boolean has(EventKind kind) {
    return events().stream().anyMatch(event -> event.is(kind));
  }

  /** Writes down that an attempt failed and another one follows, unless that is known. */
  void triedAgain(int round, int attempt, String reason) {
    boolean isKnown =
        events().stream()
            .filter(event -> event.is(EventKind.TRIED_AGAIN))
            .filter(event -> event.round() == round)
            .anyMatch(event -> node(event).path("attempt").asInt() == attempt);
    if (!isKnown) {
      append(
          EventKind.TRIED_AGAIN,
          round,
          Json.object().put("attempt", attempt).put("detail", reason));
    }
  }

  /** Returns with whom a step was closed before, if it was. */
  Optional<List<String>> closed(Slot slot) {
    return Optional.ofNullable(closed.get(slot));
  }

  void close(Slot slot, List<String> answered, List<String> missing) {
    ObjectNode node = Json.object().put("attempt", slot.attempt()).put("step", slot.step().word());
    ArrayNode sites = node.putArray("sites");
    answered.forEach(sites::add);
    ArrayNode without = node.putArray("missing");
    missing.forEach(without::add);
    append(EventKind.STEP_CLOSED, slot.round(), node);
    closed.put(slot, List.copyOf(answered));
  }

  /**
   * Keeps a question, for sites that come late. The same study asks the same after a restart; if it
   * did not, its rounds would not fit together, so it stops.
   */
  void question(int round, byte[] bytes) {
    if (journal.keep(study, questionKey(round), bytes) == Acceptance.CONFLICT) {
      throw new CoterieException(
          ErrorCode.INTERNAL,
          ("Round %d of study %s asks another question than before the restart; it cannot go on."
                  + " Was it begun with another version of Coterie? Go on with that one.")
              .formatted(round, study));
    }
  }

  /** Keeps the model as the sites get it, for those that come late. */
  void keepModel(byte[] model) {
    FinishedAnswers.keep(journal, study, FinishedAnswers.Part.MODEL, model);
  }

  Optional<byte[]> question(int round) {
    return journal.find(study, questionKey(round));
  }

  private static MessageKey questionKey(int round) {
    return new MessageKey(round, 0, QUESTION, COORDINATOR);
  }

  Incoming receive(Slot slot, String site) {
    return journal.receive(study, MessageKey.of(slot, site));
  }

  /** Returns the sites whose messages of a step were accepted. */
  List<String> received(Slot slot) {
    return journal.messages(study, slot.round(), slot.attempt(), slot.step().word()).stream()
        .map(message -> message.key().site())
        .toList();
  }

  /** Returns the bytes of an accepted message; 0 if there is none. */
  long size(Slot slot, String site) {
    return journal.message(study, MessageKey.of(slot, site)).map(StoredMessage::bytes).orElse(0L);
  }

  byte[] message(Slot slot, String site) {
    return journal.read(study, MessageKey.of(slot, site));
  }

  private void append(EventKind kind, int round, ObjectNode node) {
    journal.append(study, new JournalEvent(kind, round, node.toString()));
  }

  public static JsonNode node(JournalEvent event) {
    try {
      return Json.parse(event.text());
    } catch (IllegalArgumentException e) {
      throw CoterieException.badData(
          "The journal is damaged at an entry of kind %s; restore it from a backup."
              .formatted(event.kind()));
    }
  }

  static List<String> names(JsonNode node, String key) {
    List<String> names = new ArrayList<>();
    node.path(key).forEach(name -> names.add(name.asText()));
    return names;
  }
}
