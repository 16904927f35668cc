package io.coterie.bench.cli;

import io.coterie.CoterieException;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.ResultTable;
import io.coterie.bench.tables.NoisyTableBench;
import io.coterie.bench.tables.TableBench;
import io.coterie.cli.options.Choice;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.RunOptions;
import io.coterie.math.Parallel;
import io.coterie.plan.NoiseMode;
import io.coterie.terminal.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "tables",
    description = {
      "The default method on tables with levels and missing values, beside pooled methods on the"
          + " same records.",
      "Groups of tables: levels, numbers, and seen. All were in view when the method was chosen."
    },
    footer = {"", "Example:", "  coterie bench tables --data levels,numbers --seeds 3"})
final class BenchTablesCommand extends ConsoleCommand {
  @Option(
      names = "--data",
      paramLabel = "NAME",
      split = ",",
      description = "Tables or groups. Default: all.")
  List<String> tables = List.of();

  @Option(names = "--seeds", paramLabel = "N", defaultValue = "3", description = "Default: 3.")
  int seeds;

  @Option(
      names = "--min-group",
      paramLabel = "K",
      defaultValue = "10",
      description = "The fewest records of a total. Default: ${DEFAULT-VALUE}.")
  int minGroup;

  @Option(
      names = "--holes",
      paramLabel = "KIND",
      defaultValue = "none",
      description = {
        "Values to make missing: none, random (a fifth), large (a fifth, larger numbers more often),",
        "or columns (each site lacks three of ten). Default: none."
      })
  String holes;

  @Option(
      names = "--epsilon",
      paramLabel = "E",
      split = ",",
      description = {
        "Budgets of level dp, to be compared with level totals instead of pooled methods, on tables",
        "of which bounds are known. Default: none."
      })
  List<Double> epsilons = List.of();

  @Option(
      names = "--noise",
      paramLabel = "HOW",
      defaultValue = "secure-sums",
      description =
          "Who adds the noise of level dp: secure-sums or local. Default: ${DEFAULT-VALUE}.")
  String noise;

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
    if (seeds < 1 || minGroup < 1) {
      throw CoterieException.usage("--seeds and --min-group must be at least 1.");
    }
    Path data =
        folder
            .path()
            .orElseThrow(
                () ->
                    CoterieException.usage(
                        "There is no data folder; name it with --data-dir or COTERIE_DATA."));
    ResultTable result;
    try (Parallel parallel = threads.parallel()) {
      result =
          epsilons.isEmpty()
              ? new TableBench(
                      data,
                      seeds,
                      minGroup,
                      Choice.of("--holes", holes, TableBench.Holes.class),
                      parallel)
                  .run(tables, name -> console.say(name))
              : new NoisyTableBench(
                      data, seeds, epsilons, Choice.of("--noise", noise, NoiseMode.class), parallel)
                  .run(tables, name -> console.say(name));
    }
    Printing.print(result, console);
    String part = epsilons.isEmpty() ? holes.toLowerCase(Locale.ROOT) : "dp";
    Path file = new BenchFolder(out).write("tables-%s.md".formatted(part), result.markdown(2));
    console.say("%s".formatted(file));
    return 0;
  }
}
