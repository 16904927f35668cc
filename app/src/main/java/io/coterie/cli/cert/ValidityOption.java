package io.coterie.cli.cert;

import io.coterie.CoterieException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long certificates last. */
final class ValidityOption {
  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "825",
      description = "How long certificates last. Default: ${DEFAULT-VALUE}.")
  int days;

  Duration validity() {
    if (days < 1) {
      throw CoterieException.usage("--days is %d; it must be at least 1.".formatted(days));
    }
    return Duration.ofDays(days);
  }
}
