package io.coterie.bench.cli;

import io.coterie.bench.paper.Experiment;
import io.coterie.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "bench",
    description = {
      "The paper's tables and figures, run here: every method on public data sets, beside the"
          + " paper's numbers and honest ceilings.",
      "A benchmark that was stopped goes on where it was.",
      "speed and growth measure what runs cost, beside other programs; bytes counts what is sent."
    },
    footer = {
      "",
      "Examples:",
      "  coterie bench list",
      "  coterie bench table1 --quick --data iris,wdbc,moon",
      "  coterie bench clients --data usps --methods anchor-graph",
      "  coterie bench growth --sizes 1000,10000,100000"
    })
final class BenchCommand implements Callable<Integer> {
  final Terminal terminal;

  @Spec CommandSpec spec;

  private BenchCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  static CommandLine commandLine(Terminal terminal) {
    CommandLine bench = new CommandLine(new BenchCommand(terminal));
    bench.addSubcommand(new BenchListCommand());
    for (Experiment experiment : Experiment.values()) {
      CommandLine command = new CommandLine(new BenchRunCommand(experiment));
      command.getCommandSpec().usageMessage().description(experiment.description());
      bench.addSubcommand(experiment.word(), command);
    }
    bench.addSubcommand(new BenchSpeedCommand());
    bench.addSubcommand(new BenchGrowthCommand());
    bench.addSubcommand(new BenchBytesCommand());
    return bench;
  }

  /** Without an experiment there is nothing to run: prints the help. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return 0;
  }
}
