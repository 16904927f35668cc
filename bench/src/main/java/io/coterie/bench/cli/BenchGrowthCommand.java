package io.coterie.bench.cli;

import io.coterie.bench.speed.CostReport;
import io.coterie.bench.speed.Earlier;
import io.coterie.bench.speed.GrowthBench;
import io.coterie.cli.Main;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.store.Version;
import io.coterie.terminal.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "growth",
    description = {
      "Time and memory of a whole simulation of anchor-graph:groups on generated groups of growing size,"
          + " with the fitted exponents.",
      "Takes minutes, and a machine that does nothing else."
    })
final class BenchGrowthCommand extends ConsoleCommand {
  private static final Set<String> NUMBERS = Set.of("--sizes", "--features", "--sites", "--heap");

  @Spec CommandSpec spec;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      defaultValue = "10000,30000,100000,300000,1000000",
      description = "Numbers of records. Default: ${DEFAULT-VALUE}.")
  List<Integer> sizes = new ArrayList<>();

  @Option(
      names = "--features",
      paramLabel = "N",
      defaultValue = "16",
      description = "Features of a record. Default: ${DEFAULT-VALUE}.")
  int features;

  @Option(
      names = "--sites",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many sites. Default: ${DEFAULT-VALUE}.")
  int sites;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "2400m",
      description = "The heap of our processes, as in -Xmx. Default: ${DEFAULT-VALUE}.")
  String heap;

  @Mixin CostOptions costs;

  @Override
  protected int execute(Console console) {
    sizes.forEach(size -> SubjectOptions.atLeastOne("--sizes", size));
    SubjectOptions.atLeastOne("--features", features);
    SubjectOptions.atLeastOne("--sites", sites);
    Earlier earlier = costs.earlier();
    GrowthBench growth =
        new GrowthBench(sizes, features, sites, CostOptions.heap(heap), Main.class.getName());
    CostReport.Made made = new CostReport.Made(Printing.command(spec, NUMBERS), Version.coterie());
    Printing.finish(growth.run(made, earlier, console::progress), costs.out, console);
    return 0;
  }
}
