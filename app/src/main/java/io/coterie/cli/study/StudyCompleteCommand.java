package io.coterie.cli.study;

import io.coterie.CoterieException;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.data.ColumnNames;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.mapping.LevelSpellings;
import io.coterie.json.Json;
import io.coterie.report.profile.FederatedProfile;
import io.coterie.report.profile.ProfileFiles;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "complete",
    description = {
      "Fills in the levels of a draft's categories on which the sites agreed in a profile, and"
          + " 'other' for the rest. The file states every default and has no comments."
    },
    footer = {
      "",
      "Example:",
      "  coterie study complete draft.yaml --profile profile.json --out study.yaml"
    })
final class StudyCompleteCommand extends ConsoleCommand {
  @Parameters(paramLabel = "DRAFT", description = "The study file that the profile was made of.")
  Path draft;

  @Option(
      names = "--profile",
      required = true,
      paramLabel = "FILE",
      description = "profile.json, as the coordinator and every site have it.")
  Path profile;

  @Mixin StudyCommand.TextFile file;

  @Override
  protected int execute(Console console) {
    Map<String, FederatedProfile.Column> agreed = ProfileFiles.readAgreed(profile);
    SortedSet<String> single = new TreeSet<>();
    Study study =
        Study.readCompleted(
            draft, column -> column.isOpen() ? completed(column, agreed, single) : column);
    file.write(study.canonical());
    console.say("%s  the study, complete".formatted(file.out));
    for (ColumnSpec column : study.schema().columns()) {
      if (agreed.containsKey(column.name()) && column.kind() instanceof ColumnKind.Category) {
        console.say("%s: %s".formatted(column.name(), ColumnNames.list(column.kind().levels())));
      }
    }
    if (!single.isEmpty()) {
      console.warn(
          "No or one level is frequent in: %s. Such a column tells records apart by 'other' only;"
                  .formatted(String.join(", ", single))
              + " think of leaving it out.");
    }
    for (ColumnSpec column : study.schema().columns()) {
      List<List<String>> alike =
          agreed.containsKey(column.name())
              ? LevelSpellings.alike(column.kind().levels())
              : List.of();
      if (!alike.isEmpty()) {
        console.warn(
            "Levels of '%s' may be the same in other spellings: %s. If so, let the sites say it in a mapping, and make the profile again."
                .formatted(column.name(), LevelSpellings.words(alike)));
      }
    }
    console.say("", "Next: read it, then coterie study check %s".formatted(file.out));
    console.finish(Json.object().put("study", file.out.toString()).put("hash", study.hash()));
    return 0;
  }

  private ColumnSpec completed(
      ColumnSpec column, Map<String, FederatedProfile.Column> agreed, SortedSet<String> single) {
    FederatedProfile.Column found = agreed.get(column.name());
    if (found == null) {
      throw CoterieException.usage(
          "The profile %s has no agreement on the levels of column '%s'. Make a profile of this draft: coterie study profile %s."
              .formatted(profile, column.name(), draft));
    }
    SortedSet<String> levels = new TreeSet<>(found.levels());
    levels.remove(ColumnKind.OTHER);
    if (column.absence() == ColumnSpec.Absence.LEVEL) {
      levels.add(ColumnSpec.ABSENT);
    }
    if (levels.size() < 2) {
      single.add(column.name());
    }
    if (levels.isEmpty()) {
      throw CoterieException.badData(
          "No level of column '%s' is frequent enough at all sites together. Leave the column out."
              .formatted(column.name()));
    }
    List<String> all = new ArrayList<>(levels);
    all.add(ColumnKind.OTHER);
    return column.withKind(new ColumnKind.Category(all));
  }
}
