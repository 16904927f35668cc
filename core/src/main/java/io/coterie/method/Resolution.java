package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.protocol.PrivacyLevel;
import io.coterie.protocol.StudyPlan;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the graph that a site of SPP-FGC sends is a graph of. */
enum Resolution {
  /** Its records, as in the paper: this gives the records away. */
  RECORD,
  /** Nothing: the prototypes of its connected components alone. */
  COMPONENT,
  /** Its microclusters. */
  COARSE;

  /** Returns what the plan says; else what the level allows, and no more than that. */
  static Resolution of(StudyPlan plan) {
    Optional<String> word = plan.options().word("resolution");
    boolean isPaper = plan.privacy().level() == PrivacyLevel.PAPER;
    if (word.isEmpty()) {
      return isPaper ? RECORD : COMPONENT;
    }
    if (word.get().equals(RECORD.word()) && !isPaper) {
      throw CoterieException.usage(
          "--resolution record sends graphs over records, from which records can be rebuilt. Use"
              + " component or coarse, or say --privacy paper --accept-graph-disclosure.");
    }
    for (Resolution resolution : values()) {
      if (resolution.word().equals(word.get())) {
        return resolution;
      }
    }
    String nearest =
        NearestName.to(word.get(), Arrays.stream(values()).map(Resolution::word).toList())
            .map(" Did you mean %s?"::formatted)
            .orElse("");
    throw CoterieException.usage(
        "--resolution is %s; it must be record, component or coarse.%s"
            .formatted(word.get(), nearest));
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
