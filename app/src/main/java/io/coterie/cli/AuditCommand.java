package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.audit.AuditReport;
import io.coterie.audit.PrivacyAudit;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.PlanOptions;
import io.coterie.cli.options.RunOptions;
import io.coterie.cli.options.SiteOptions;
import io.coterie.cli.options.SourceOptions;
import io.coterie.data.DataSet;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.NoiseSource;
import io.coterie.report.AuditText;
import io.coterie.simulation.Simulation;
import io.coterie.site.SiteData;
import io.coterie.store.AtomicOutput;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "audit",
    description = {
      "Attacks what can be read of the first site's records in a study, before anything is sent: are"
          + " records stated or rebuilt, is one person found out? Takes the options of 'simulate'.",
      "Level totals: does any combination of the sums isolate fewer than K records? Level dp: is the"
          + " promise kept? Levels component and paper promise nothing; attacks show what they give"
          + " away.",
      "A pass is a lower bound on what leaks, not a proof; see docs/audit.md."
    },
    footer = {
      "",
      "Examples:",
      "  coterie audit --data moon:1000 --clusters 2 --sites 5",
      "  coterie audit --data moon --clusters 2 --privacy dp --epsilon 1 --bounds -2:3",
      "  coterie audit --data moon --clusters 2 --method anchor-graph:groups"
          + " --accept-group-disclosure",
      "  coterie audit study.yaml --data patients.csv --mapping mapping.yaml"
    })
final class AuditCommand extends ConsoleCommand {
  @Mixin SourceOptions source;
  @Mixin SiteOptions sites;

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description = "With a study: how the columns of the records become the study's.")
  String mapping;

  @Mixin PlanOptions.StudyFile studyFile;
  @Mixin PlanOptions flags;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "" + PrivacyAudit.Options.DEFAULT_RUNS,
      description = {
        "How many transcripts are drawn with each person and without (level dp); more show",
        "smaller faults. Default: ${DEFAULT-VALUE}."
      })
  int runs;

  @Option(
      names = "--targets",
      paramLabel = "N",
      defaultValue = "" + PrivacyAudit.Options.DEFAULT_TARGETS,
      description = {
        "How many persons are looked for: a corner of the bounds, outlying records and random ones",
        "(level dp). Default: ${DEFAULT-VALUE}."
      })
  int targets;

  @Mixin RunOptions run;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "A folder for audit.html, audit.json and audit.png. Default: none is written.")
  Path out;

  @Option(names = "--force", description = "Replace the files of an earlier audit in that folder.")
  boolean force;

  @Override
  protected int execute(Console console) {
    Optional<Study> study = studyFile.study();
    SiteOptions.requireStudy(study, mappings());
    if (study.isEmpty()) {
      flags.check();
    } else if (study.get().isProfile()) {
      throw CoterieException.usage(
          "Study %s is a profile, of which there is no audit; 'coterie inspect' shows what leaves."
              .formatted(study.get().name()));
    }
    sites.column();
    PrivacyAudit.Options options = new PrivacyAudit.Options(runs, targets);
    if (out == null) {
      return finish(console, audit(study, options, console));
    }
    AuditText written =
        AtomicOutput.writeFolder(
            out,
            force,
            AtomicOutput.Readers.OWNER,
            staging -> {
              AuditText text = audit(study, options, console);
              write(text, staging);
              return text;
            });
    return finish(console, written);
  }

  private List<String> mappings() {
    return Optional.ofNullable(mapping).stream().toList();
  }

  private AuditText audit(Optional<Study> study, PrivacyAudit.Options options, Console console) {
    try (Parallel parallel = run.parallel()) {
      Simulation.Input input =
          study
              .map(known -> sites.dealt(source, mappings(), known))
              .orElseGet(() -> sites.dealt(source, run.start(), console));
      DataSet data = input.data();
      List<SiteData> holders = input.siteData();
      StudyPlan plan =
          study.map(Study::plan).orElseGet(() -> flags.plan(data, data.size(), holders.size()));
      Seed seed = study.map(known -> new Seed(known.seed())).orElseGet(run::start);
      AuditReport report =
          new PrivacyAudit(plan, options, part -> NoiseSource.secure())
              .run(holders, seed, parallel);
      return new AuditText(report, "%s of %s".formatted(holders.get(0).site(), data.name()), plan);
    }
  }

  private static void write(AuditText text, AtomicOutput staging) throws IOException {
    ObjectNode document = Json.object().put("schema_version", Console.SCHEMA_VERSION);
    document.setAll(text.json());
    Files.writeString(staging.file("audit.json"), Json.text(document));
    byte[] picture = text.picture();
    if (picture.length > 0) {
      Files.write(staging.file("audit.png"), picture);
    }
    Files.writeString(staging.file("audit.html"), text.html(picture));
  }

  private int finish(Console console, AuditText text) {
    text.say(console);
    int exitCode =
        switch (text.report().verdict()) {
          case PASS -> 0;
          case FAIL -> ErrorCode.AUDIT.exitCode();
          case NO_GUARANTEE -> ErrorCode.NO_GUARANTEE.exitCode();
        };
    ObjectNode data = text.json();
    if (out != null) {
      console.say("", "Written to %s: audit.html, audit.json".formatted(out));
      data.putObject("files")
          .put("page", out.resolve("audit.html").toString())
          .put("report", out.resolve("audit.json").toString());
    }
    console.finish(data, exitCode);
    return exitCode;
  }
}
