package io.coterie.bench.cli;

import io.coterie.bench.paper.Experiments;
import io.coterie.cli.ThreadOptions;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Of what bytes are counted, and where the table goes. */
final class BytesOptions {
  @Mixin SubjectOptions subjects = new SubjectOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "coterie-bench",
      description = "The folder for results. Default: ${DEFAULT-VALUE}.")
  Path out;

  @Mixin ThreadOptions threads = new ThreadOptions();

  Experiments.Setup setup() {
    return subjects.setup(List.of(), 0, 1);
  }

  /** Returns the words that repeat the run. */
  String command() {
    StringBuilder words = new StringBuilder("coterie bench bytes");
    append(words, "--data", String.join(",", subjects.data));
    append(words, "--methods", String.join(",", subjects.methods));
    append(words, "--sites", text(subjects.sites));
    append(words, "--sample", text(subjects.sample));
    return words.toString();
  }

  private static String text(Integer number) {
    return number == null ? "" : number.toString();
  }

  private static void append(StringBuilder words, String option, String value) {
    if (!value.isEmpty()) {
      words.append(' ').append(option).append(' ').append(value);
    }
  }
}
