package io.coterie.cli.coordinator;

import io.coterie.CoterieException;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.RunOptions;
import io.coterie.terminal.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "serve",
    description = {
      "The coordinator of a study between machines: waits for the sites (coterie join), runs the"
          + " study with them, and writes the model.",
      "Every message is in the journal before it is answered; after a crash, coterie resume goes"
          + " on."
    },
    footer = {
      "",
      "Examples:",
      "  coterie serve study.yaml --home federation/coordinator",
      "  coterie serve study.yaml --home federation/coordinator --finished",
      "  coterie serve study.yaml --insecure --address 127.0.0.1:7443"
    })
public final class ServeCommand extends ConsoleCommand {
  @Mixin ServeOptions serve;

  @Option(
      names = "--resume",
      description = "Go on with what was begun, and begin what was not: for services.")
  boolean resume;

  @Option(
      names = "--corrected",
      description = {
        "The study file was corrected: begin it again under its name. Only while no site has sent"
            + " anything of its records; every site is asked again."
      })
  boolean corrected;

  @Option(
      names = "--finished",
      description = {
        "Hand out the answer of a finished study to its sites that were lost or came late (coterie"
            + " fetch), until stopped. Nothing is asked of any site."
      })
  boolean finished;

  @Mixin RunOptions.Threads threads;

  private StudyService.Start start() {
    if (finished && (resume || corrected)) {
      throw CoterieException.usage("--finished runs no study; leave out --resume and --corrected.");
    } else if (finished) {
      return StudyService.Start.HAND_OUT;
    } else if (corrected) {
      return StudyService.Start.CORRECT;
    }
    return resume ? StudyService.Start.BEGIN_OR_RESUME : StudyService.Start.BEGIN;
  }

  @Override
  protected int execute(Console console) {
    StudyService.Start start = start();
    return new StudyService(serve, threads, console).run(start);
  }

  @Command(
      name = "resume",
      description = {
        "Continues a study that was begun by coterie serve and did not end: after a crash, a"
            + " stop, or a round that lacked its quorum. The sites need not be started again if"
            + " they still run."
      },
      footer = {"", "Example:", "  coterie resume study.yaml --home federation/coordinator"})
  public static final class Resume extends ConsoleCommand {
    @Mixin ServeOptions serve;
    @Mixin RunOptions.Threads threads;

    @Override
    protected int execute(Console console) {
      return new StudyService(serve, threads, console).run(StudyService.Start.RESUME);
    }
  }
}
