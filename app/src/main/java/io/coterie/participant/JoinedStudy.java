package io.coterie.participant;

import static java.util.Objects.requireNonNull;

import io.coterie.data.LabelLines;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.model.ProfileAnswer;
import io.coterie.report.PrivacySummary;
import io.coterie.report.ReportPage;
import io.coterie.report.SiteReport;
import io.coterie.report.profile.FederatedProfile;
import io.coterie.report.profile.ProfileFiles;
import io.coterie.site.Records;
import io.coterie.store.AtomicOutput;
import io.coterie.store.ModelFile;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import io.coterie.wire.PayloadCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A study at one of its sites, as its owner sees it.
 *
 * @param study what it is
 * @param site this site's name
 * @param records its own
 * @param console where to tell
 */
public record JoinedStudy(Study study, String site, OpenedSiteData records, Console console) {
  public JoinedStudy {
    requireNonNull(study, "study is null");
    requireNonNull(site, "site is null");
    requireNonNull(records, "records is null");
  }

  /**
   * Where the answer appears.
   *
   * @param out the folder
   * @param labels the name of the file with the clusters
   * @param elsewhere the folder that an engine writes the clusters to instead
   */
  public record Files(Path out, String labels, Optional<String> elsewhere) {}

  public void introduce() {
    Table facts = Table.ofFacts();
    facts.row("study", study.name());
    facts.row("hash", study.hash());
    facts.row("method", study.plan().method());
    if (!study.isProfile()) {
      facts.row("clusters", study.plan().clusters().toString());
    }
    facts.row(
        "sites",
        "%s; this is %s".formatted(String.join(", ", study.participation().sites()), site));
    PrivacySummary privacy = new PrivacySummary(study.plan());
    privacy.begin(facts);
    facts.row(
        "records",
        "%s: %s, %s"
            .formatted(
                records.name(),
                Format.count(records.size(), "record"),
                Format.count(records.columns().size(), "feature")));
    console.say(facts);
    privacy.warn(console, study.participation().sites().size(), study.participation().quorum());
    console.say("");
  }

  /** Writes the labels and the model, which names the features as this site does; or a profile. */
  public void write(Files files, Labels labels, byte[] model) {
    if (study.isProfile()) {
      ProfileAnswer answer = (ProfileAnswer) PayloadCodec.typed(model);
      AtomicOutput.writeFolder(
          files.out(),
          true,
          AtomicOutput.Readers.OWNER,
          staging -> {
            ProfileFiles.write(FederatedProfile.of(study, answer), staging);
            return files.out();
          });
      return;
    }
    AtomicOutput.writeFolder(
        files.out(),
        true,
        AtomicOutput.Readers.OWNER,
        staging -> {
          records
              .positions()
              .ifPresent(
                  positions ->
                      LabelLines.of(positions, labels)
                          .withIds(records.ids())
                          .write(staging.file(files.labels())));
          Path target = staging.file("model.json");
          java.nio.file.Files.write(target, model);
          ModelFile read = ModelFile.read(target);
          // The site's own names, unless the study describes the columns by theirs.
          List<String> names = read.specs().isEmpty() ? records.columns() : read.columns();
          new ModelFile(read.model(), read.kind(), names, read.specs(), read.provenance())
              .write(target);
          if (records.positions().isPresent()) {
            report(read, names, labels, staging);
          }
          return target;
        });
  }

  /** Writes the report of this site's own records, which stays here. */
  private void report(ModelFile read, List<String> names, Labels labels, AtomicOutput staging)
      throws IOException {
    Records own = records.data().blocks();
    Matrix shown = own.isOneBlock() ? own.whole() : own.sample(new Seed(study.seed()));
    Labels clusters =
        own.isOneBlock() ? labels : read.model().predict(shown, Parallel.sequential());
    ReportPage.write(
        SiteReport.of(
            new SiteReport.Input(
                study.name(),
                site,
                study.plan(),
                read.model(),
                names,
                read.specs(),
                shown,
                clusters,
                List.of()),
            Instant.now()),
        staging);
  }

  public void say(Files files) {
    Table facts = Table.ofFacts();
    if (study.isProfile()) {
      facts.row(files.out().resolve(ProfileFiles.PAGE).toString(), "the profile, for a browser");
      facts.row(files.out().resolve(ProfileFiles.DOCUMENT).toString(), "the profile");
      console.say(facts);
      return;
    }
    facts.row(
        files.elsewhere().orElse(files.out().resolve(files.labels()).toString()),
        "the cluster of each record");
    facts.row(files.out().resolve("model.json").toString(), "labels new records");
    if (records.positions().isPresent()) {
      facts.row(
          files.out().resolve(ReportPage.FILE).toString(), "your records by group; for you only");
    }
    console.say(facts);
    console.say("");
    console.say(
        "Next: coterie predict --model %s --data NEW --out new-labels.csv"
            .formatted(files.out().resolve("model.json")));
  }
}
