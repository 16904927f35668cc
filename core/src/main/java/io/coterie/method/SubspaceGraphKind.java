package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.protocol.MethodOptions;
import java.util.List;
import java.util.Locale;

/** How the coordinator of Fed-SC joins the samples. */
enum SubspaceGraphKind {
  /** Each to those at the smallest angle. */
  TSC,
  /** Each to those that express it. */
  SSC;

  static SubspaceGraphKind of(MethodOptions options) {
    String word = options.word("subspace").orElse("tsc");
    for (SubspaceGraphKind kind : values()) {
      if (kind.word().equals(word)) {
        return kind;
      }
    }
    String nearest =
        NearestName.to(word, List.of("tsc", "ssc")).map(" Did you mean %s?"::formatted).orElse("");
    throw CoterieException.usage(
        "--subspace is %s; it must be tsc or ssc.%s".formatted(word, nearest));
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
