package io.coterie.bench.cli;

import io.coterie.bench.BenchFolder;
import io.coterie.bench.ResultTable;
import io.coterie.bench.TableReport;
import io.coterie.json.Json;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the commands print alike. */
final class Printing {
  private Printing() {}

  /** Returns the words that repeat a command: those given of the options that results depend on. */
  static String command(CommandSpec spec, Set<String> options) {
    StringBuilder words = new StringBuilder(spec.qualifiedName());
    for (OptionSpec option : spec.options()) {
      if (options.contains(option.longestName())
          && spec.commandLine().getParseResult().hasMatchedOption(option)) {
        words.append(' ').append(option.longestName());
        Object value = option.getValue();
        if (value instanceof List<?> list) {
          words
              .append(' ')
              .append(list.stream().map(Object::toString).collect(Collectors.joining(",")));
        } else if (!(value instanceof Boolean)) {
          words.append(' ').append(value);
        }
      }
    }
    return words.toString();
  }

  static void print(ResultTable result, Console console) {
    Table table = Table.withHeader(result.header());
    result.rows().forEach(table::row);
    console.say(table);
    result.notes().forEach(console::say);
    console.say("");
  }

  /** Prints the tables of a report and leaves them as Markdown and JSON. */
  static void finish(TableReport report, Path out, Console console) {
    for (ResultTable result : report.screens()) {
      console.title(result.title());
      console.say("");
      print(result, console);
    }
    if (!report.notes().isEmpty()) {
      report.notes().forEach(console::say);
      console.say("");
    }
    BenchFolder files = new BenchFolder(out);
    List<Path> written =
        List.of(
            files.write(report.experiment() + ".md", report.markdown()),
            files.write(report.experiment() + ".json", Json.text(report.json())));
    written.forEach(file -> console.say(file.toString()));
    report.warnings().forEach(console::warn);
    console.finish(report.json());
  }
}
