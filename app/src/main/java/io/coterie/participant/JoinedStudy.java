package io.coterie.participant;

import static java.util.Objects.requireNonNull;

import io.coterie.data.LabelLines;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.model.Certainty;
import io.coterie.model.FittedModel;
import io.coterie.model.ProfileAnswer;
import io.coterie.report.PrivacySummary;
import io.coterie.report.ReportPage;
import io.coterie.report.SiteReport;
import io.coterie.report.agreement.Agreement;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A study at one of its sites, as its owner sees it.
 *
 * @param study what it is
 * @param site this site's name
 * @param records its own
 * @param console where to tell
 */
public record JoinedStudy(Study study, String site, OpenedSiteData records, Console console) {
  private static final int BLOCK = 8192;

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
    new Agreement(study).say(console);
    console.say("");
  }

  /** Writes the labels and the model, which names the features as this site does; or a profile. */
  public void write(Files files, Labels labels, byte[] model) {
    write(files, labels, model, Optional.empty());
  }

  /**
   * Does the same, and writes what does not fit.
   *
   * @param fit in words; empty where the study did not ask
   */
  public void write(Files files, Labels labels, byte[] model, Optional<List<String>> fit) {
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
          Path target = staging.file("model.json");
          java.nio.file.Files.write(target, model);
          ModelFile read = ModelFile.read(target);
          records.writer().ifPresent(writer -> writer.write(read.model()));
          records
              .positions()
              .ifPresent(
                  positions ->
                      LabelLines.of(positions, labels)
                          .withIds(records.ids())
                          .withCertainty(certainty(read.model(), labels))
                          .withNames(read.names())
                          .write(staging.file(files.labels())));
          if (fit.isPresent()) {
            List<String> lines = fit.get().isEmpty() ? List.of(SiteState.FITS) : fit.get();
            java.nio.file.Files.write(staging.file("fit.txt"), lines);
          }
          // The site's own names, unless the study describes the columns by theirs.
          List<String> names = read.specs().isEmpty() ? records.columns() : read.columns();
          read.withColumns(names).write(target);
          if (records.positions().isPresent()) {
            report(read, names, labels, staging);
          }
          return target;
        });
  }

  private Certainty certainty(FittedModel model, Labels labels) {
    List<Certainty> parts = new ArrayList<>();
    for (int from = 0; from < labels.size(); from += BLOCK) {
      int to = Math.min(labels.size(), from + BLOCK);
      Matrix block = records.data().blocks().select(LongStream.range(from, to).toArray());
      parts.add(model.certainty(block, labels.part(from, to), Parallel.sequential()));
    }
    return Certainty.joined(parts);
  }

  /** Returns the name of a column, by its place in a record. */
  public String column(int place) {
    List<String> names = study.schema().names();
    return (names.isEmpty() ? records.columns() : names).get(place);
  }

  /** Prints what of the site's records does not fit; none of it has left the site. */
  public void sayFit(List<String> words, boolean isShared) {
    if (words.isEmpty()) {
      console.say("This site's records fit those of the other sites.");
      return;
    }
    console.say("This site does not fit the others:");
    words.forEach(line -> console.say("  " + line));
    console.say(
        isShared
            ? "The coordinator has been sent this, as --share-fit says."
            : "The coordinator knows how many sites do not fit, not which. Check the data, or the"
                + " mapping; a study that runs again finds out anew.");
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
                clusters),
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
