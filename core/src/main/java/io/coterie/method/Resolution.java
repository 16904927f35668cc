package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.protocol.MethodOptions;
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

  static Resolution of(MethodOptions options) {
    Optional<String> word = options.word("resolution");
    if (word.isEmpty()) {
      return COMPONENT;
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
