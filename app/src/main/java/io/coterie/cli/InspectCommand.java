package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.cli.budget.LedgerOptions;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.NetworkOptions;
import io.coterie.cli.options.PlanOptions;
import io.coterie.cli.options.RunOptions;
import io.coterie.cli.options.SiteOptions;
import io.coterie.cli.options.SourceOptions;
import io.coterie.data.DataSet;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.plan.StudyPlan;
import io.coterie.privacy.LedgerEntry;
import io.coterie.report.PrivacySummary;
import io.coterie.report.manifest.DryRun;
import io.coterie.report.manifest.Manifest;
import io.coterie.report.manifest.ManifestView;
import io.coterie.site.SiteData;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerFolder;
import io.coterie.study.SiteRecords;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.study.file.MappingParser;
import io.coterie.terminal.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "inspect",
    description = {
      "What would leave this site: runs its part of a study against its own records only and lists"
          + " every field of every message, read back from the bytes that would be sent.",
      "Nothing is sent and nothing is charged to a budget."
    },
    footer = {
      "",
      "Examples:",
      "  coterie inspect --data patients.csv --ignore id --clusters 4",
      "  coterie inspect --data iris --clusters 3 --epsilon 1 --bounds 0:8 --sites 5",
      "  coterie inspect study.yaml --data patients.csv --mapping mapping.yaml"
    })
final class InspectCommand extends ConsoleCommand {
  private static final String SITE = "this site";

  @Mixin SourceOptions source;

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description = "With a study: how the columns of the records become the study's.")
  Path mapping;

  @Mixin PlanOptions.StudyFile studyFile;
  @Mixin PlanOptions flags;

  @Option(
      names = "--sites",
      paramLabel = "M",
      defaultValue = "5",
      description = "How many sites the study has, this one included. Default: ${DEFAULT-VALUE}.")
  int sites;

  @Option(
      names = "--ledger-dir",
      paramLabel = "DIR",
      description = {
        "The folder of privacy ledgers: says what remains of the budget after this study, and",
        "refuses a study that the budget does not allow (level dp)."
      })
  Path ledgers;

  @Mixin RunOptions run;
  @Mixin NetworkOptions networks;

  @Override
  protected int execute(Console console) {
    Optional<Study> study = studyFile.study();
    SiteOptions.requireStudy(study, mapping == null ? List.of() : List.of(mapping.toString()));
    SiteRecords<DataSet> read =
        study
            .map(known -> read(known, console))
            .orElseGet(() -> SiteRecords.unchecked(read(console)));
    DataSet data = read.data();
    source.notes().forEach(console::say);
    StudyPlan plan =
        study.map(Study::plan).orElseGet(() -> flags.plan(data, (long) data.size() * sites, sites));
    networks.prepare(plan);
    Seed seed = study.map(known -> new Seed(known.seed())).orElseGet(run::start);
    Manifest manifest;
    try (Parallel parallel = run.parallel()) {
      SiteData records = SiteData.of(SITE, data.records()).withLevels(read.levels());
      manifest = Manifest.of(plan, new DryRun(plan, records, seed).run(parallel));
    }
    Optional<LedgerFile> ledger =
        Optional.ofNullable(ledgers)
            .map(folder -> new LedgerFolder(folder).ledger(LedgerOptions.identity(source.data)));
    int all = study.map(known -> known.participation().sites().size()).orElse(sites);
    int enough = study.map(known -> known.participation().quorum()).orElse(sites);
    ManifestView view = new ManifestView(manifest, ledger.map(LedgerFile::state), all);
    view.say(console);
    new PrivacySummary(plan).warn(console, all, enough);
    if (plan.privacy().isDp() && ledger.isPresent()) {
      int person = plan.privacy().terms().orElseThrow().recordsPerPerson();
      ledger
          .get()
          .require(
              new LedgerEntry("this one", 1, "all rounds of this study", manifest.loss())
                  .forPerson(person));
    }
    console.finish(view.json());
    return 0;
  }

  private SiteRecords<DataSet> read(Study study, Console console) {
    SiteSource own = source.site(source.data(), Optional.empty());
    SiteRecords<DataSet> read =
        SiteRecords.read(
            study, mapping == null ? own : own.withMapping(MappingParser.read(mapping, study)));
    read.notes().forEach(console::say);
    return read;
  }

  private DataSet read(Console console) {
    source.data();
    flags.check();
    if (sites < 1) {
      throw CoterieException.usage("--sites is %d; it must be at least 1.".formatted(sites));
    }
    return source.read(run.start(), Optional.empty(), console);
  }
}
