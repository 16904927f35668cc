package io.coterie.cli.coordinator;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.coordinator.operator.JournalStatus;
import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.store.journal.Journal;
import io.coterie.terminal.Console;
import io.coterie.terminal.Pause;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "status",
    description = {
      "How the studies of a coordinator on this machine stand: how far they are, whom they wait"
          + " for, and what each site does.",
      "If it does not run, what its journal knows, with exit code 4."
    },
    footer = {
      "",
      "Examples:",
      "  coterie status --home federation/coordinator",
      "  coterie status --home federation/coordinator --watch"
    })
public final class StatusCommand extends ConsoleCommand {
  private static final long LOOK_MILLIS = 2_000;

  @Mixin JournalOptions coordinator;

  @Mixin NamedStudy named;

  @Option(names = "--watch", description = "Look again every two seconds, until it has ended.")
  boolean watch;

  private record Report(boolean running, List<StudyStatus> studies) {}

  @Override
  protected int execute(Console console) {
    if (watch && console.isJson()) {
      throw CoterieException.usage(
          "--watch is for people; ask again and again for JSON, or read /metrics.");
    }
    Optional<OperatorClient> client = coordinator.client();
    if (client.isEmpty()) {
      return lastKnown(console);
    }
    if (watch) {
      return watch(client.get(), console);
    }
    return report(named(client.get().status()), true, console);
  }

  private int lastKnown(Console console) {
    try (Journal opened = coordinator.journal().orElseThrow(coordinator::absent)) {
      console.say(
          "No coordinator runs in %s. This is what its journal knows:".formatted(coordinator.home),
          "");
      return report(named(JournalStatus.of(opened)), false, console);
    }
  }

  private List<StudyStatus> named(List<StudyStatus> studies) {
    Optional<String> name = named.among(studies.stream().map(StudyStatus::study).toList());
    return studies.stream()
        .filter(study -> name.isEmpty() || study.study().equals(name.get()))
        .toList();
  }

  private static int report(List<StudyStatus> studies, boolean isRunning, Console console) {
    int exitCode = isRunning ? 0 : ErrorCode.NETWORK.exitCode();
    studies.forEach(study -> new StatusView(study, isRunning).say(console));
    console.finish(new Report(isRunning, studies), exitCode);
    return exitCode;
  }

  private int watch(OperatorClient client, Console console) {
    List<StudyStatus> last = named(client.status());
    while (true) {
      console.clear();
      last.forEach(study -> new StatusView(study, true).say(console));
      if (!Pause.millis(LOOK_MILLIS) || !client.isThere()) {
        console.say("The coordinator has ended; coterie logs tells how.");
        return 0;
      }
      last = named(client.status());
    }
  }
}
