package io.coterie.cli.coordinator;

import io.coterie.CoterieException;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.json.Json;
import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "stop",
    description = {
      "Ends a study of a coordinator on this machine. Its sites are told and end too; what came in is"
          + " kept, and coterie resume continues it once the sites join again.",
      "To pause it without telling the sites, end the process of coterie serve instead."
    },
    footer = {"", "Example:", "  coterie stop heart --home federation/coordinator"})
public final class StopCommand extends ConsoleCommand {
  @Mixin NamedStudy named;

  @Mixin CoordinatorOptions coordinator;

  @Option(names = "--yes", description = "Do not ask.")
  boolean yes;

  @Override
  protected int execute(Console console) {
    OperatorClient client = coordinator.client().orElseThrow(coordinator::absent);
    StudyStatus status = find(client.status());
    if (!yes) {
      ask(status, console);
    }
    String study = status.study();
    client.stop(study);
    console.say("Study %s is being stopped; its sites are told.".formatted(study));
    console.say("Go on with coterie resume, once the sites join again.");
    console.finish(Json.object().put("study", study).put("stopped", true));
    return 0;
  }

  private StudyStatus find(List<StudyStatus> studies) {
    String study = named.oneOf(studies.stream().map(StudyStatus::study).toList());
    return studies.stream()
        .filter(status -> status.study().equals(study))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the study is one of those that run"));
  }

  private void ask(StudyStatus status, Console console) {
    if (!Terminal.hasKeyboard()) {
      throw CoterieException.usage(
          "Nobody is there to be asked whether study %s shall end: say --yes."
              .formatted(status.study()));
    }
    new StatusView(status, true).say(console);
    if (!console.asks("Stop study %s and tell its sites?".formatted(status.study()))) {
      throw CoterieException.usage("Nothing was done: the answer was not yes.");
    }
  }
}
