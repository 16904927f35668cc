package io.coterie.cli.study;

import io.coterie.cli.options.ConsoleCommand;
import io.coterie.data.column.ColumnSpec;
import io.coterie.json.Json;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "profile",
    description = {
      "Writes the study that comes before a study: all sites together look at their columns. It"
          + " counts missing values, numbers in the stated ranges and levels, rounded, and agrees on"
          + " the levels of categories that have none in the draft. It clusters nothing.",
      "It is served and joined like any other study, with its own consent. What fewer than K records"
          + " of all sites have is not told, and no name of such a level leaves its site."
    },
    footer = {
      "",
      "Examples:",
      "  coterie study profile draft.yaml --out profile.yaml",
      "  coterie simulate profile.yaml --site north=north.csv --site south=south.csv --out profile",
      "  coterie study complete draft.yaml --profile profile/profile.json --out study.yaml"
    })
final class StudyProfileCommand extends ConsoleCommand {
  @Parameters(
      paramLabel = "DRAFT",
      description = "A study file. A category in it need not have levels.")
  Path draft;

  @Mixin StudyCommand.TextFile file;

  @Override
  protected int execute(Console console) {
    Study study = Study.readForProfile(draft);
    file.write(study.canonical());
    List<String> open =
        study.schema().columns().stream().filter(ColumnSpec::isOpen).map(ColumnSpec::name).toList();
    console.say("%s  the study of a profile".formatted(file.out));
    if (!open.isEmpty()) {
      console.say("the sites agree on the levels of: %s".formatted(String.join(", ", open)));
    }
    console.say(
        "",
        "Next: the coordinator serves it, the sites join; then coterie study complete %s --profile profile.json"
            .formatted(draft));
    console.finish(Json.object().put("study", file.out.toString()).put("hash", study.hash()));
    return 0;
  }
}
