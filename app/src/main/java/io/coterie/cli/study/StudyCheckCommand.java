package io.coterie.cli.study;

import io.coterie.cli.options.ConsoleCommand;
import io.coterie.report.PrivacySummary;
import io.coterie.report.RunSummary;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "check",
    description = {
      "Reads a study file and prints what it amounts to: every default filled in, its hash, and what"
          + " may be expected of a strict study. Reads no record."
    })
final class StudyCheckCommand extends ConsoleCommand {
  @Parameters(paramLabel = "STUDY", description = "The study file.")
  Path file;

  private record Checked(String study, String hash, String effective, RunSummary.Privacy privacy) {}

  @Override
  protected int execute(Console console) {
    Study study = Study.read(file);
    console.say(study.canonical());
    Table facts = Table.ofFacts();
    facts.row("study", study.name());
    facts.row("hash", study.hash());
    facts.row(
        "sites",
        "%d, of which %d are enough"
            .formatted(study.participation().sites().size(), study.participation().quorum()));
    PrivacySummary privacy = new PrivacySummary(study.plan());
    privacy.begin(facts);
    console.say(facts);
    privacy.warn(console);
    console.finish(new Checked(study.name(), study.hash(), study.canonical(), privacy.agreed()));
    return 0;
  }
}
