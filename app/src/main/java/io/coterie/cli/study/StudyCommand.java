package io.coterie.cli.study;

import io.coterie.cli.options.ConsoleCommand;
import io.coterie.data.MissingPolicy;
import io.coterie.json.Json;
import io.coterie.report.PrivacySummary;
import io.coterie.report.RunSummary;
import io.coterie.report.agreement.Agreement;
import io.coterie.report.agreement.AgreementFile;
import io.coterie.simulation.Rehearsal;
import io.coterie.store.AtomicOutput;
import io.coterie.study.SiteCheck;
import io.coterie.study.SitePolicy;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "study",
    subcommands = {
      StudyNewCommand.class,
      StudyCommand.Check.class,
      StudyCommand.AgreementCommand.class,
      StudyProfileCommand.class,
      StudyCompleteCommand.class,
      StudyCommand.Policy.class
    },
    description = {
      "Study files: what all sites agree on before anything is computed. 'simulate', 'inspect'"
          + " and 'audit' take one in place of flags."
    },
    footer = {
      "",
      "Examples:",
      "  coterie study new --data patients.csv --sites north,south,east --out study.yaml",
      "  coterie study check study.yaml",
      "  coterie study check study.yaml --data patients.csv --mapping mapping.yaml",
      "  coterie study agreement study.yaml --out agreement.md",
      "  coterie study policy --out policy.yaml"
    })
public final class StudyCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  /** Without a further command there is nothing to do: prints the help. */
  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return 0;
  }

  @Command(
      name = "check",
      description = {
        "Reads a study file and prints what it amounts to: every default filled in, its hash, and"
            + " what may be expected of a dp study. Reads no record, but with --data those of this"
            + " site, to tell whether 'join' would take them.",
        "Of a dp study, utility is GOOD where the noise is below 5 % of a typical cluster's size or"
            + " place, FAIR below 20 %, else LOW (tables with levels: 4 % and 8 % of the records'"
            + " spread); docs/scores.md has it in full."
      })
  static final class Check extends ConsoleCommand {
    @Parameters(paramLabel = "STUDY", description = "The study file.")
    Path file;

    @Mixin TableCheck table;

    private record Checked(
        String study,
        String hash,
        String effective,
        RunSummary.Privacy privacy,
        Optional<List<TableCheck.Row>> table,
        Optional<Rehearsal.Expected> expectedAgreement) {}

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
      if (study.plan().privacy().isDp() && table.data == null) {
        facts.row(
            "agreement", "--data FILE tries the study on your records, with and without noise");
      }
      console.say(facts, "");
      Agreement agreement = new Agreement(study);
      agreement.say(console);
      console.say("");
      console.say(Format.wrapped(privacy.account(study.participation().sites().size())));
      agreement.warnOfGaps(console);
      privacy.warn(console, study.participation().sites().size(), study.participation().quorum());
      if (study.plan().privacy().isDp() && study.schema().missing() == MissingPolicy.REFUSE) {
        console.warn(
            "schema.missing is refuse: one record with a gap keeps its site out of the study, which"
                + " everybody sees, and no noise hides it. At level dp use drop, which leaves such"
                + " records out, or mean, which takes the middle of the public bounds or of the"
                + " levels.");
      }
      table.requireFit();
      Optional<SiteCheck> looked =
          Optional.ofNullable(table.data).map(source -> table.look(study, console));
      looked.ifPresent(check -> check.requireUsable("The table", table.accepted));
      Optional<Rehearsal.Expected> expected =
          looked.flatMap(usable -> table.rehearse(study, console));
      console.finish(
          new Checked(
              study.name(),
              study.hash(),
              study.canonical(),
              privacy.agreed(),
              looked.map(TableCheck::rows),
              expected));
      return 0;
    }
  }

  @Command(
      name = "agreement",
      description = {
        "Writes what the owner of a site's records is asked to agree to: what the study is for and"
            + " who asks, which columns it reads, who can read what, and what may be asked at most."
            + " 'join' keeps the same in the site's folder once its owner has agreed."
      })
  static final class AgreementCommand extends ConsoleCommand {
    @Parameters(paramLabel = "STUDY", description = "The study file.")
    Path study;

    @Mixin TextFile file;

    @Override
    protected int execute(Console console) {
      Study read = Study.read(study);
      file.write(new AgreementFile(read, Optional.empty()).text());
      new Agreement(read).warnOfGaps(console);
      console.say("%s  what an owner is asked to agree to".formatted(file.out));
      console.finish(Json.object().put("agreement", file.out.toString()).put("hash", read.hash()));
      return 0;
    }
  }

  @Command(
      name = "policy",
      description = {
        "Writes a commented policy file for a site: which methods, levels, budgets, groups, rounds,"
            + " bytes and columns its owner lets a study have, with any coordinator."
      })
  static final class Policy extends ConsoleCommand {
    @Mixin TextFile file;

    @Override
    protected int execute(Console console) {
      file.write(SitePolicy.TEMPLATE);
      console.say(
          "%s  edit it: what it leaves out is allowed as it says there".formatted(file.out));
      console.finish(Json.object().put("policy", file.out.toString()));
      return 0;
    }
  }

  /** Where a file of settings is written. */
  static final class TextFile {
    @Option(
        names = "--out",
        required = true,
        paramLabel = "FILE",
        description = "The file to write.")
    public Path out;

    @Option(names = "--force", description = "Replace the file if it exists.")
    boolean force;

    void write(String text) {
      AtomicOutput.writeText(out, force, AtomicOutput.Readers.USUAL, text);
    }
  }
}
