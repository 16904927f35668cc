package io.coterie.participant;

import io.coterie.json.Json;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.terminal.Format;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a site's journal knows of its studies, for its owner: what has left, and whether all of them
 * have ended.
 *
 * @param journal of the site; a site that never took part has none
 */
public record SentSoFar(Path journal) {
  /** Returns in a sentence what has left the site in a study. */
  public String words(String study) {
    List<Long> sent = List.of();
    if (Files.exists(journal)) {
      try (Journal opened = Journal.open(journal)) {
        sent =
            new Outbox(opened, study, "")
                .events().stream()
                    .filter(event -> event.is(EventKind.SENT))
                    .map(event -> Json.parse(event.text()).path("bytes").asLong())
                    .toList();
      }
    }
    return sent.isEmpty()
        ? "No answer about its records has left this site in study %s.".formatted(study)
        : "Before that, %s with %s had left this site in study %s; 'coterie logs' lists them."
            .formatted(
                Format.count(sent.size(), "message"),
                Format.bytes(sent.stream().mapToLong(Long::longValue).sum()),
                study);
  }

  /** Returns the last study of which this site has its answer, if no other one is under way. */
  public Optional<String> finished() {
    if (!Files.exists(journal)) {
      return Optional.empty();
    }
    try (Journal opened = Journal.open(journal)) {
      List<String> names = opened.studies().stream().map(BegunStudy::name).toList();
      boolean isDone =
          !names.isEmpty()
              && names.stream()
                  .allMatch(name -> new Outbox(opened, name, "").has(EventKind.LABELLED));
      return isDone ? Optional.of(names.get(names.size() - 1)) : Optional.empty();
    }
  }
}
