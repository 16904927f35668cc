package io.coterie.cli.site;

import io.coterie.CoterieException;
import io.coterie.cli.coordinator.ServeOptions;
import io.coterie.cli.options.Choice;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.NetworkOptions;
import io.coterie.cli.options.RunOptions;
import io.coterie.data.RecordIds;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import io.coterie.model.FittedModel;
import io.coterie.participant.CoordinatorProbe;
import io.coterie.participant.FetchedAnswer;
import io.coterie.participant.JoinedStudy;
import io.coterie.participant.OpenedSiteData;
import io.coterie.participant.Site;
import io.coterie.store.AtomicOutput;
import io.coterie.store.Version;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import io.coterie.trust.SiteCredentials;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "fetch",
    description = {
      "A site that was lost or came late: gets the model of a finished study from the coordinator"
          + " (coterie serve --finished) and labels its own records. Nothing is asked of the site,"
          + " nothing of its records leaves it, and no budget is spent."
    },
    footer = {
      "",
      "Examples:",
      "  coterie fetch --home federation/site-north --data patients.csv",
      "  coterie fetch --home federation/site-north --data patients.csv --agreed study.yaml"
    })
public final class FetchCommand extends ConsoleCommand {
  @Mixin CallOptions call;

  @Option(
      names = "--yes",
      description = "Take the answer without being asked, whatever study it is of.")
  boolean yes;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = {
        "Where labels.csv, model.json and report.html appear. Default: results/STUDY in --home."
      })
  Path out;

  @Option(
      names = "--labels-format",
      paramLabel = "csv|parquet",
      defaultValue = "csv",
      description = "Write labels.csv or labels.parquet. Default: ${DEFAULT-VALUE}.")
  String labelsFormat;

  @Option(
      names = "--id",
      paramLabel = "COLUMN",
      description = {
        "The column that names a record, put beside its cluster; it never leaves this site and is",
        "no feature. Without it, records are numbered as they are read."
      })
  String id;

  @Mixin RunOptions.Threads threads;
  @Mixin NetworkOptions networks;

  @Override
  protected int execute(Console console) {
    Optional<SiteCredentials> credentials = call.credentials();
    String address = call.address(credentials);
    String name = credentials.map(SiteCredentials::site).orElse(call.site);
    ServeOptions.prepareHome(call.home);
    return call.log.during(
        call.home.resolve("site-" + name + ".log"),
        () -> {
          new CoordinatorProbe(call.patience(), console).connect(address, credentials);
          try (Site site = new Site(name, address, credentials, Version.coterie())) {
            take(site.finished(call.study), name, console);
          }
          return 0;
        });
  }

  private void take(FetchedAnswer answer, String name, Console console) {
    Study study = answer.study();
    boolean isAgreed = isAgreed(study, name);
    networks.prepare(study.plan(), call.home);
    SiteSource stated = call.source(study);
    SiteSource source = id == null ? stated : stated.withId(id);
    try (Parallel parallel = threads.parallel();
        OpenedSiteData own = OpenedSiteData.local(study, name, source, call.accepted(study))) {
      own.notes().forEach(console::say);
      own.ids().flatMap(RecordIds::duplicates).ifPresent(console::say);
      JoinedStudy joined = new JoinedStudy(study, name, own, console);
      if (!isAgreed) {
        ask(joined, console);
      }
      FittedModel model = answer.model().model();
      Labels labels =
          own.data().blocks().label((block, work) -> model.predict(block, work), parallel);
      JoinedStudy.Files files = files(study);
      joined.write(files, labels, answer.text());
      answer.report().ifPresent(page -> keepReport(files, page));
      joined.say(files);
      console.say("The model has the SHA-256 %s, as at every site.".formatted(answer.digest()));
      console.finish(
          Json.object()
              .put("study", study.name())
              .put("hash", study.hash())
              .put("site", name)
              .put("model_sha256", answer.digest())
              .put("out", files.out().toString()));
    }
  }

  private static void keepReport(JoinedStudy.Files files, byte[] page) {
    AtomicOutput.writeText(
        files.out().resolve("report.html"),
        true,
        AtomicOutput.Readers.OWNER,
        new String(page, StandardCharsets.UTF_8));
  }

  /** Returns whether the owner has agreed to this very study, by a file or by having taken part. */
  private boolean isAgreed(Study study, String name) {
    call.requireAgreed(study);
    Path kept = call.home.resolve("journal-" + name + ".db");
    if (!Files.exists(kept)) {
      return call.agreed != null;
    }
    try (Journal journal = Journal.open(kept)) {
      Optional<BegunStudy> begun = journal.study(study.name());
      if (begun.isPresent() && !begun.get().hash().equals(study.hash())) {
        List<String> differences =
            Study.parse(begun.get().text(), "the study of this site's journal").differences(study);
        throw CoterieException.usage(
            "The answer is of another study %s than this site agreed to: %s. Nothing was written. Settle it with the coordinator."
                .formatted(study.name(), String.join("; ", differences)));
      }
      return call.agreed != null || begun.isPresent();
    }
  }

  private void ask(JoinedStudy joined, Console console) {
    if (yes) {
      return;
    }
    if (!Terminal.hasKeyboard()) {
      throw CoterieException.usage(
          "This site has not agreed to study %s before, and nobody is there to be asked: say --agreed STUDY with the file that was agreed on, or --yes."
              .formatted(joined.study().name()));
    }
    joined.introduce();
    console.say("The study is finished. Nothing leaves this site; its records are labelled here.");
    if (!console.asks(
        "Label this site's records by the answer of study %s?".formatted(joined.study().name()))) {
      throw CoterieException.usage("Nothing was labelled or written.");
    }
  }

  private JoinedStudy.Files files(Study study) {
    return new JoinedStudy.Files(
        out != null ? out : call.home.resolve("results").resolve(study.name()),
        "labels." + Choice.of("--labels-format", labelsFormat, "csv", "parquet"),
        Optional.empty());
  }
}
