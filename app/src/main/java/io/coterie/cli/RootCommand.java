package io.coterie.cli;

import io.coterie.store.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "coterie",
    versionProvider = Version.class,
    description =
        "Finds the groups that several organisations have in common without any of them giving its"
            + " records away.",
    footer = {
      "",
      "Without a command, coterie runs the demo. Exit codes: 0 fine, 1 our fault, 2 usage, 3 bad"
          + " data, 4 network, 5 budget, 6 output, 7 audit failed, 8 no guarantee; see docs/errors.md."
    })
final class RootCommand implements Callable<Integer> {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(names = "--version", versionHelp = true, description = "Print the version.")
  boolean version;

  /** Runs the demo: what happens without a command. */
  @Override
  public Integer call() {
    CommandLine demo = spec.commandLine().getSubcommands().get("demo");
    demo.parseArgs();
    return ((DemoCommand) demo.getCommand()).call();
  }
}
