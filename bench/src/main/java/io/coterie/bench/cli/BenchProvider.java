package io.coterie.bench.cli;

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
    return BenchCommand.commandLine();
  }
}
