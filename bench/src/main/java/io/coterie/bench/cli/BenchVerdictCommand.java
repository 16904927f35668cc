package io.coterie.bench.cli;

import io.coterie.CoterieException;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.ResultTable;
import io.coterie.bench.tables.VerdictBench;
import io.coterie.cli.options.Choice;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.RunOptions;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.terminal.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "verdict",
    description = {
      "Whether the default method finds groups where there are some, and none where there are none;"
          + " the number of clusters is left open.",
      "The limits of the verdict were chosen on the dev tables, never on the test tables."
    },
    footer = {"", "Example:", "  coterie bench verdict --nulls dev --data iris,wdbc,moon"})
final class BenchVerdictCommand extends ConsoleCommand {
  @Option(
      names = "--nulls",
      paramLabel = "dev|test|none",
      defaultValue = "none",
      description = "Tables without groups. Default: ${DEFAULT-VALUE}.")
  String nulls;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "40",
      description = "How many of them. Default: ${DEFAULT-VALUE}.")
  int count;

  @Option(
      names = "--data",
      paramLabel = "NAME",
      split = ",",
      description = "Data sets of the catalogue.")
  List<String> data = List.of();

  @Option(
      names = "--tables",
      paramLabel = "NAME",
      split = ",",
      description = "Tables or groups, as 'bench tables' knows them.")
  List<String> tables = List.of();

  @Option(names = "--seed", paramLabel = "N", defaultValue = "0", description = "Default: 0.")
  long seed;

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
    if (count < 1) {
      throw CoterieException.usage("--count must be at least 1.");
    }
    String set = Choice.of("--nulls", nulls, "dev", "test", "none");
    List<ResultTable> results = new ArrayList<>();
    try (Parallel parallel = threads.parallel()) {
      VerdictBench bench =
          new VerdictBench(
              folder.path().orElse(Path.of(".")), folder.library(), new Seed(seed), parallel);
      if (!set.equals("none")) {
        results.add(bench.nulls(set, count, console::say));
      }
      if (!data.isEmpty() || !tables.isEmpty()) {
        results.add(bench.sets(data, tables, console::say));
      }
    }
    console.say("");
    StringBuilder text = new StringBuilder();
    for (ResultTable result : results) {
      Printing.print(result, console);
      text.append(result.markdown(2));
    }
    console.say(new BenchFolder(out).write("verdict.md", text.toString()).toString());
    return 0;
  }
}
