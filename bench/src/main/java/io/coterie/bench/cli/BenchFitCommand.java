package io.coterie.bench.cli;

import io.coterie.CoterieException;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.ResultTable;
import io.coterie.bench.tables.FitBench;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.RunOptions;
import io.coterie.math.Parallel;
import io.coterie.terminal.Console;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "fit",
    description = {
      "Whether a site finds out that its records have a mistake: one column in another unit, two"
          + " columns swapped, two levels exchanged, another population. One of five sites is"
          + " altered."
    },
    footer = {"", "Example:", "  coterie bench fit --data iris,wdbc --tables penguins --seeds 3"})
final class BenchFitCommand extends ConsoleCommand {
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

  @Option(
      names = "--partition",
      paramLabel = "TEXT",
      split = ",",
      defaultValue = "iid,dirichlet:0.5",
      description = "Who holds which records. Default: ${DEFAULT-VALUE}.")
  List<String> partitions;

  @Option(names = "--seeds", paramLabel = "N", defaultValue = "3", description = "Default: 3.")
  int seeds;

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
    if (seeds < 1) {
      throw CoterieException.usage("--seeds must be at least 1.");
    }
    StringBuilder text = new StringBuilder();
    try (Parallel parallel = threads.parallel()) {
      FitBench bench =
          new FitBench(folder.path().orElse(Path.of(".")), folder.library(), seeds, parallel);
      for (String partition : partitions) {
        ResultTable result = bench.run(partition, data, tables, console::say);
        console.say("");
        Printing.print(result, console);
        text.append(result.markdown(2));
      }
    }
    console.say(new BenchFolder(out).write("fit.md", text.toString()).toString());
    return 0;
  }
}
