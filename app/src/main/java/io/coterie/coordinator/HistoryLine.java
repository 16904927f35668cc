package io.coterie.coordinator;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.PeerText;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.JournalEvent;
import java.time.Instant;
import java.util.List;

/**
 * Something that happened in a study, in words. Who did what and when; never what was said.
 *
 * @param sequence its number in the journal of the study, from 1
 * @param time when
 * @param kind such as "joined"
 * @param round that it belongs to; 0 if none
 * @param text in words
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record HistoryLine(long sequence, Instant time, String kind, int round, String text) {
  public HistoryLine {
    requireNonNull(time, "time is null");
    requireNonNull(kind, "kind is null");
    text = PeerText.reason(text);
  }

  public static HistoryLine of(JournalEvent event) {
    return new HistoryLine(
        event.sequence(), event.time(), event.kind(), event.round(), words(event));
  }

  private static String words(JournalEvent event) {
    JsonNode node = StudyLog.node(event);
    String site = node.path("site").asText();
    String detail = node.path("detail").asText();
    return switch (EventKind.of(event.kind())) {
      case JOINED -> "site %s joined".formatted(site);
      case RETURNED -> "site %s is back".formatted(site);
      case DECLINED -> "site %s declined: %s".formatted(site, detail);
      case FALTERED -> "site %s tried to join and could not: %s".formatted(site, detail);
      case SHARED -> "site %s does not fit: %s".formatted(site, detail);
      case REFUSED -> "site %s is out of the study: %s".formatted(site, detail);
      case GATHERED ->
          detail.startsWith("waiting")
              ? "the study begins without some sites (%s)".formatted(detail)
              : "all sites have spoken; the study begins";
      case STEP_CLOSED -> closed(event.round(), node);
      case TRIED_AGAIN -> "round %d is tried again: %s".formatted(event.round(), detail);
      case ANSWERED -> "the answer is found, after round %d".formatted(event.round());
      case CORRECTED -> "the study was corrected and begins again: %s".formatted(detail);
      default -> "%s: %s".formatted(event.kind(), detail);
    };
  }

  private static String closed(int round, JsonNode node) {
    List<String> sites = StudyLog.names(node, "sites");
    List<String> missing = StudyLog.names(node, "missing");
    String step = node.path("step").asText();
    String what =
        step.equals("label")
            ? "the answer is given"
            : "round %d (%s) is closed".formatted(round, step);
    return "%s: %s%s"
        .formatted(
            what,
            sites.isEmpty() ? "no site" : SiteRegistry.list(sites),
            missing.isEmpty() ? "" : "; without " + SiteRegistry.list(missing));
  }
}
