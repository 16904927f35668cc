package io.coterie.bench.cli;

import io.coterie.CoterieException;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.bytes.ByteBench;
import io.coterie.bench.bytes.ByteReport;
import io.coterie.cli.Console;
import io.coterie.cli.OutputOptions;
import io.coterie.cli.Table;
import io.coterie.cli.Terminal;
import io.coterie.cli.Version;
import io.coterie.math.Parallel;
import io.coterie.store.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "bytes",
    description = {
      "Bytes a record that each method sends at each privacy level it has, with masked and with"
          + " plain sums, beside sending the records themselves.",
      "Counts messages, so the machine may do other things."
    })
final class BenchBytesCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin BytesOptions options;
  @Mixin DataFolderOption folder;
  @Mixin OutputOptions output;

  BenchBytesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    DataLibrary library = folder.library();
    ByteReport report;
    try (Parallel parallel = options.threads.parallel()) {
      report =
          new ByteBench(options.setup(), library, parallel)
              .run(options.command(), Version.coterie(), console::progress);
    }
    if (report.tables().isEmpty()) {
      throw CoterieException.badData(
          "No run is possible: %s".formatted(String.join(" ", report.remarks())));
    }
    finish(report, console);
    return 0;
  }

  private void finish(ByteReport report, Console console) {
    for (ByteReport.Screen screen : report.screens()) {
      console.title(screen.title());
      console.say("");
      Table table = Table.withHeader(screen.header());
      screen.rows().forEach(table::row);
      console.say(table);
      console.say("");
    }
    report.notes().forEach(console::say);
    console.say("");
    BenchFolder files = new BenchFolder(options.out);
    List<Path> written =
        List.of(
            files.write("bytes.md", report.markdown()),
            files.write("bytes.json", Json.text(report.json())));
    written.forEach(file -> console.say(file.toString()));
    console.finish(report.json());
  }
}
