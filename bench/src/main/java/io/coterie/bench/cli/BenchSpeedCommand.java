package io.coterie.bench.cli;

import io.coterie.bench.DataLibrary;
import io.coterie.bench.speed.CostReport;
import io.coterie.bench.speed.Earlier;
import io.coterie.bench.speed.SpeedBench;
import io.coterie.cli.Main;
import io.coterie.cli.options.Choice;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.store.Version;
import io.coterie.terminal.Console;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "speed",
    description = {
      "Us and what a user would pick instead on the same data, each in a process of its own: CPU"
          + " time, memory and scores beside scikit-learn's and SciPy's.",
      "Takes minutes, and a machine that does nothing else."
    })
final class BenchSpeedCommand extends ConsoleCommand {
  private static final Set<String> NUMBERS = Set.of("--only", "--slow", "--heap");

  @Spec CommandSpec spec;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "PART",
      description = "Some of neighbors, eigen and cluster. Default: all.")
  List<String> only = new ArrayList<>();

  @Option(
      names = "--slow",
      description = "Also run peers that take many minutes: SpectralClustering on MNIST.")
  boolean slow;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "1100m",
      description = "The heap of our processes, as in -Xmx. Default: ${DEFAULT-VALUE}.")
  String heap;

  @Mixin CostOptions costs;
  @Mixin DataFolderOption folder;

  @Override
  protected int execute(Console console) {
    Set<SpeedBench.Part> parts = parts();
    DataLibrary library = folder.library();
    Earlier earlier = costs.earlier();
    SpeedBench speed =
        new SpeedBench(parts, slow, CostOptions.heap(heap), library, Main.class.getName());
    CostReport.Made made = new CostReport.Made(Printing.command(spec, NUMBERS), Version.coterie());
    Printing.finish(speed.run(made, earlier, console::progress), costs.out, console);
    return 0;
  }

  private Set<SpeedBench.Part> parts() {
    Set<SpeedBench.Part> parts = EnumSet.noneOf(SpeedBench.Part.class);
    only.forEach(word -> parts.add(Choice.of("--only", word, SpeedBench.Part.class)));
    return parts.isEmpty() ? EnumSet.allOf(SpeedBench.Part.class) : parts;
  }
}
