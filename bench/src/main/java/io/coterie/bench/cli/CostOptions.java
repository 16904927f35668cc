package io.coterie.bench.cli;

import io.coterie.CoterieException;
import io.coterie.bench.speed.Earlier;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a measurement of costs goes, and what it is compared with. */
final class CostOptions {
  @Option(
      names = "--before",
      paramLabel = "FILE",
      description = {
        "The JSON file of an earlier run: a column gives the multiple of its CPU time, and what",
        "takes more than 1.2 times as much is warned of."
      })
  Path before;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "coterie-bench",
      description = "The folder for results. Default: ${DEFAULT-VALUE}.")
  Path out;

  static String heap(String size) {
    if (!size.matches("[1-9][0-9]*[kmgKMG]")) {
      throw CoterieException.usage(
          "--heap is '%s'; it must be a number and a unit, such as 1100m or 2g.".formatted(size));
    }
    return size;
  }

  Earlier earlier() {
    return before == null ? Earlier.none() : Earlier.read(before);
  }
}
