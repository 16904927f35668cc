package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.protocol.MethodOptions;
import java.util.List;
import java.util.Locale;

/** What Distributed Spectral Clustering does about eigenvectors whose sign is arbitrary. */
enum Signs {
  /** Takes absolute values of records and centroids; no point needs to be shared. */
  ABSOLUTE,
  /** As the reference: centroids of absolute values, records with signs aligned by a point. */
  REFERENCE;

  static Signs of(MethodOptions options) {
    String word = options.word("signs").orElse("absolute");
    for (Signs signs : values()) {
      if (signs.word().equals(word)) {
        return signs;
      }
    }
    String nearest =
        NearestName.to(word, List.of("absolute", "reference"))
            .map(" Did you mean %s?"::formatted)
            .orElse("");
    throw CoterieException.usage(
        "--signs is %s; it must be absolute or reference.%s".formatted(word, nearest));
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
