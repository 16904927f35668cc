package io.coterie.cli.coordinator;

import io.coterie.cli.options.FormatOptions;
import io.coterie.cli.options.ThreadOptions;
import io.coterie.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "resume",
    description = {
      "Goes on with a study that was begun by coterie serve and did not end: after a crash, a stop, or"
          + " a round that lacked its quorum. The sites need not be started again if they still run."
    },
    footer = {"", "Example:", "  coterie resume study.yaml --home federation/coordinator"})
public final class ResumeCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin ServeOptions serve;
  @Mixin ThreadOptions threads;
  @Mixin FormatOptions output;

  public ResumeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    return new StudyService(serve, threads, output.console(terminal))
        .run(StudyService.Start.RESUME);
  }
}
