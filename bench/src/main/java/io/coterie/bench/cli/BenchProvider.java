package io.coterie.bench.cli;

import io.coterie.bench.paper.Experiment;
import io.coterie.cli.CommandProvider;
import picocli.CommandLine;

/** Adds {@code coterie bench} to the program. */
public final class BenchProvider implements CommandProvider {
  @Override
  public String name() {
    return "bench";
  }

  @Override
  public CommandLine command() {
    CommandLine bench = new CommandLine(new BenchCommand());
    bench.addSubcommand(new BenchListCommand());
    for (Experiment experiment : Experiment.values()) {
      CommandLine command = new CommandLine(new BenchRunCommand(experiment));
      command.getCommandSpec().usageMessage().description(experiment.description());
      bench.addSubcommand(experiment.word(), command);
    }
    bench.addSubcommand(new BenchSpeedCommand());
    bench.addSubcommand(new BenchGrowthCommand());
    bench.addSubcommand(new BenchBytesCommand());
    bench.addSubcommand(new BenchTablesCommand());
    bench.addSubcommand(new BenchVerdictCommand());
    bench.addSubcommand(new BenchFitCommand());
    return bench;
  }
}
