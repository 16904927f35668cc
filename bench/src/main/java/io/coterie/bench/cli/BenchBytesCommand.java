package io.coterie.bench.cli;

import io.coterie.CoterieException;
import io.coterie.bench.bytes.ByteBench;
import io.coterie.bench.bytes.ByteReport;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.RunOptions;
import io.coterie.math.Parallel;
import io.coterie.store.Version;
import io.coterie.terminal.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "bytes",
    description = {
      "Bytes a record that each method sends at each privacy level it has, with masked and with"
          + " plain sums, beside sending the records themselves.",
      "Counts messages, so the machine may do other things."
    })
final class BenchBytesCommand extends ConsoleCommand {
  private static final Set<String> NUMBERS = Set.of("--data", "--methods", "--sites", "--sample");

  @Spec CommandSpec spec;
  @Mixin SubjectOptions subjects;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "coterie-bench",
      description = "The folder for results. Default: ${DEFAULT-VALUE}.")
  Path out;

  @Mixin RunOptions.Threads threads;
  @Mixin DataFolderOption folder;

  @Override
  protected int execute(Console console) {
    ByteReport report;
    try (Parallel parallel = threads.parallel()) {
      report =
          new ByteBench(subjects.setup(List.of(), 0, 1), folder.library(), parallel)
              .run(Printing.command(spec, NUMBERS), Version.coterie(), console::progress);
    }
    if (report.tables().isEmpty()) {
      throw CoterieException.badData(
          "No run is possible: %s".formatted(String.join(" ", report.remarks())));
    }
    Printing.finish(report, out, console);
    return 0;
  }
}
