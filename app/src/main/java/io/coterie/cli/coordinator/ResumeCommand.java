package io.coterie.cli.coordinator;

import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.ThreadOptions;
import io.coterie.terminal.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "resume",
    description = {
      "Goes on with a study that was begun by coterie serve and did not end: after a crash, a stop, or"
          + " a round that lacked its quorum. The sites need not be started again if they still run."
    },
    footer = {"", "Example:", "  coterie resume study.yaml --home federation/coordinator"})
public final class ResumeCommand extends ConsoleCommand {
  @Mixin ServeOptions serve;
  @Mixin ThreadOptions threads;

  @Override
  protected int execute(Console console) {
    return new StudyService(serve, threads, console).run(StudyService.Start.RESUME);
  }
}
