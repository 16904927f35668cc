package io.coterie.store.journal;

import io.coterie.store.journal.Journal.StoredMessage;
import io.coterie.wire.Slot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What of records has been let out in a study, by a journal: answers, and sums under masks, also
 * those that nobody could open. Keys that sites exchange before a sum are nothing of records.
 *
 * @param sites what each site said
 * @param drawn the rounds for which noise was drawn here, and charged, whether or not it was sent
 */
public record Released(List<Said> sites, Set<Integer> drawn) {
  private static final Set<String> STEPS =
      Set.of(Slot.Step.ANSWER.word(), Slot.Step.MASK.word(), Slot.Step.REVEAL.word());

  /** What one site said: how often, in which rounds, and how much. */
  public record Said(String site, int messages, int first, int last, long bytes) {
    private String words() {
      return "site %s: %d %s of %s, %,d bytes"
          .formatted(
              site,
              messages,
              messages == 1 ? "message" : "messages",
              first == last ? "round " + first : "rounds %d to %d".formatted(first, last),
              bytes);
    }
  }

  public Released {
    sites = List.copyOf(sites);
    drawn = Collections.unmodifiableSet(new TreeSet<>(drawn));
  }

  public static Released of(Journal journal, String study) {
    Map<String, List<StoredMessage>> bySite = new TreeMap<>();
    for (StoredMessage message : journal.messages(study)) {
      if (STEPS.contains(message.key().step()) && message.bytes() > 0) {
        bySite.computeIfAbsent(message.key().site(), site -> new ArrayList<>()).add(message);
      }
    }
    Set<Integer> drawn =
        journal.events(study, 0).stream()
            .filter(event -> event.is(EventKind.DRAWN))
            .map(JournalEvent::round)
            .collect(Collectors.toSet());
    return new Released(
        bySite.entrySet().stream().map(said -> said(said.getKey(), said.getValue())).toList(),
        drawn);
  }

  private static Said said(String site, List<StoredMessage> messages) {
    return new Said(
        site,
        messages.size(),
        messages.stream().mapToInt(one -> one.key().round()).min().orElse(0),
        messages.stream().mapToInt(one -> one.key().round()).max().orElse(0),
        messages.stream().mapToLong(StoredMessage::bytes).sum());
  }

  public boolean isNothing() {
    return sites.isEmpty() && drawn.isEmpty();
  }

  /** Returns exactly what, for the one who would begin again. */
  public String words() {
    List<String> words = new ArrayList<>();
    sites.forEach(said -> words.add(said.words()));
    if (!drawn.isEmpty()) {
      words.add(
          "noise was drawn, and its budget charged, for round %s"
              .formatted(drawn.stream().map(String::valueOf).collect(Collectors.joining(", "))));
    }
    return words.isEmpty() ? "nothing" : String.join("; ", words);
  }
}
