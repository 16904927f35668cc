package io.coterie.bench.cli;

import io.coterie.CoterieException;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.ResultTable;
import io.coterie.bench.tables.NoisyTableBench;
import io.coterie.bench.tables.TableBench;
import io.coterie.bench.tables.TableList;
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
      "Groups of tables: levels, numbers, and seen. All were in view when the method was chosen.",
      "--folder takes tables of yours instead: files NAME.csv or NAME.csv.gz, and tables.json that"
          + " lists them."
    },
    footer = {
      "",
      "Examples:",
      "  coterie bench tables --data levels,numbers --seeds 3",
      "  coterie bench tables --folder my-tables --methods anchor-graph,k-prototypes",
      "",
      "A file tables.json:",
      "  {\"class_column\": \"class\",",
      "   \"tables\": [{\"name\": \"wards\", \"group\": \"mixed\", \"category\": [\"code\"], \"ignore\": [\"id\"]}]}"
    })
final class BenchTablesCommand extends ConsoleCommand {
  @Option(
      names = "--data",
      paramLabel = "NAME",
      split = ",",
      description = "Tables or groups. Default: all.")
  List<String> tables = List.of();

  @Option(
      names = "--methods",
      paramLabel = "NAME",
      split = ",",
      description = {
        "anchor-graph, central-kmeans, central-gmm, central-spectral, k-prototypes, famd-5,",
        "famd-kaiser, gower-pam, latent-classes, kamila; or anchor-graph-filled, which gets means",
        "and most frequent levels for missing values. Default: all but the last."
      })
  List<String> methods = List.of();

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "A folder of tables, described by its file tables.json. Default: the known ones.")
  Path own;

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
    TableList list = own == null ? TableList.builtIn(data()) : TableList.in(own);
    ResultTable result;
    try (Parallel parallel = threads.parallel()) {
      result =
          epsilons.isEmpty()
              ? new TableBench(
                      list,
                      seeds,
                      minGroup,
                      Choice.of("--holes", holes, TableBench.Holes.class),
                      parallel)
                  .run(tables, methods, progress(console))
              : new NoisyTableBench(
                      list, seeds, epsilons, Choice.of("--noise", noise, NoiseMode.class), parallel)
                  .run(tables, name -> console.say(name));
    }
    Printing.print(result, console);
    String part = epsilons.isEmpty() ? holes.toLowerCase(Locale.ROOT) : "dp";
    Path file = new BenchFolder(out).write("tables-%s.md".formatted(part), result.markdown(2));
    console.say("%s".formatted(file));
    return 0;
  }

  private Path data() {
    return folder
        .path()
        .orElseThrow(
            () ->
                CoterieException.usage(
                    "There is no data folder; name it with --data-dir or COTERIE_DATA."));
  }

  private static TableBench.Progress progress(Console console) {
    return new TableBench.Progress() {
      @Override
      public void begins(String table) {
        console.say(table);
      }

      @Override
      public void refused(String method, String table, String reason) {
        console.warn("%s refused %s: %s".formatted(method, table, reason));
      }
    };
  }
}
