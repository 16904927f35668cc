package io.coterie.cli.site;

import io.coterie.CoterieException;
import io.coterie.cli.options.ShutdownHook;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.method.LongWork;
import io.coterie.participant.FitWatch;
import io.coterie.participant.Invitation;
import io.coterie.participant.JoinedStudy;
import io.coterie.participant.Site;
import io.coterie.participant.SitePage;
import io.coterie.participant.SiteWatch;
import io.coterie.plan.DpTerms;
import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.NoiseSource;
import io.coterie.report.agreement.AgreementFile.How;
import io.coterie.report.manifest.DryRun;
import io.coterie.report.manifest.Manifest;
import io.coterie.report.manifest.ManifestView;
import io.coterie.simulation.ScoringSample;
import io.coterie.site.SiteData;
import io.coterie.store.CheckpointFolder;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.Released;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerWatch;
import io.coterie.study.SitePolicy;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import io.coterie.terminal.WorkLines;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A site's part in a study, from its owner's consent to its labels.
 *
 * @param joined the study as this site sees it
 * @param ledger of the records, at level dp
 * @param journal what the site has said, so that it can go on after a crash
 * @param page where the owner looks, if there is one
 */
record SiteParticipation(
    JoinedStudy joined,
    JoinOptions options,
    Optional<LedgerFile> ledger,
    Journal journal,
    Parallel parallel,
    Optional<SitePage> page) {
  private static final Logger LOG = LoggerFactory.getLogger(SiteParticipation.class);

  private static final String LEAVING =
      "Stopped. What this site has said is kept; the same command continues.";

  /** Runs to the end; asks first, unless the site has agreed before. */
  void run(Site site, Invitation invitation, JoinedStudy.Files files) {
    Study study = joined.study();
    page.ifPresent(own -> own.invited(joined, ledger, journal));
    requirePolicy(site, invitation);
    Optional<BegunStudy> before = journal.study(study.name());
    boolean isCorrected = before.filter(begun -> !begun.hash().equals(study.hash())).isPresent();
    boolean isNew = before.isEmpty() || isCorrected;
    if (isCorrected) {
      requireNothingReleased(before.get());
    }
    AgreementFolder agreements = new AgreementFolder(options.home, study, joined.site());
    if (isNew) {
      obtainConsent(site, invitation);
      Path kept = agreements.keep(options.yes ? How.IN_ADVANCE : How.ASKED, options.policyText());
      joined.console().say("agreement  %s".formatted(kept));
    }
    if (isCorrected) {
      journal.replace(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
    }
    page.ifPresent(own -> agreements.read().ifPresent(own::agreed));
    page.ifPresent(own -> own.state().go("taking part", "this site takes part"));
    CheckpointFolder checkpoints =
        new CheckpointFolder(
            options.home.resolve("checkpoints-" + joined.site()).resolve(study.hash()));
    FitWatch fit = new FitWatch(page, joined::column, options.shareFit);
    AtomicReference<Labels> found = new AtomicReference<>();
    try (ShutdownHook leaving = new ShutdownHook("leaving", this::leave)) {
      leaving.set();
      site.takePart(
          invitation,
          kit(checkpoints, fit),
          (labels, model) -> {
            joined.write(files, labels, model, fit.words());
            found.set(labels);
            page.ifPresent(own -> own.state().answered(labels));
          });
    }
    checkpoints.remove();
    fit.words().ifPresent(words -> joined.sayFit(words, options.shareFit));
    joined.say(files);
    Optional.ofNullable(found.get()).ifPresent(this::sayScores);
    joined
        .console()
        .finish(
            Json.object()
                .put("study", study.name())
                .put("hash", study.hash())
                .put("site", joined.site())
                .put("out", files.out().toString()));
  }

  /** Shows how compact the clusters are among this site's own records; nobody else sees it. */
  private void sayScores(Labels labels) {
    Study study = joined.study();
    if (study.isProfile()) {
      return;
    }
    ScoringSample.ofSite(
            study.plan().input(),
            joined.records().data().blocks(),
            labels,
            new Seed(study.seed()),
            parallel)
        .ifPresent(
            scores -> {
              joined.console().say("", "Of this site's own records, shown here only:");
              joined.console().say(ScoringSample.table(scores));
            });
  }

  /** A study may be corrected as long as nothing of this site's records was let out for it. */
  private void requireNothingReleased(BegunStudy before) {
    Study study = joined.study();
    List<String> differences =
        study.differences(Study.parse(before.text(), "the study of this site's journal")).stream()
            .map(line -> line.replace("at the coordinator", "before"))
            .toList();
    Released released = Released.of(journal, study.name());
    if (!released.isNothing()) {
      throw CoterieException.usage(
          ("The coordinator's study %s is another than this site agreed to (%s), and this site has"
                  + " released for that one: %s. A study that has released something needs a new"
                  + " name; settle it with the coordinator.")
              .formatted(study.name(), String.join("; ", differences), released.words()));
    }
    joined
        .console()
        .say(
            "Study %s was corrected since this site agreed to it; nothing of its records has left for it. Changed: %s"
                .formatted(study.name(), String.join("; ", differences)),
            "");
  }

  private void leave() {
    LOG.info(LEAVING);
    joined.console().say(LEAVING);
  }

  /** Refuses a study that the policy does not allow, also one that the site has begun. */
  private void requirePolicy(Site site, Invitation invitation) {
    Study study = joined.study();
    SitePolicy policy = options.policy();
    int records = joined.records().cappedSize();
    if (!policy.reasons(study, records, joined.records().columns()).isEmpty()) {
      site.decline(invitation, "its policy does not allow the study");
      policy.check(study, records, joined.records().columns());
    }
  }

  /**
   * Shows and asks the owner before anything leaves: the study, the manifest of this site's own
   * messages, and what is left of the budget. Returns if the site takes part; else the reason goes
   * to the coordinator and to the owner.
   */
  private void obtainConsent(Site site, Invitation invitation) {
    Study study = joined.study();
    joined.introduce();
    boolean asks = !options.yes;
    if (asks && !Terminal.hasKeyboard() && page.isEmpty()) {
      throw CoterieException.usage(
          "Nobody is there to be asked whether this site takes part: say --yes, after coterie"
              + " inspect has shown what leaves.");
    }
    if (asks || ledger.isPresent()) {
      Manifest manifest = rehearse(study);
      ManifestView view =
          new ManifestView(
              manifest, ledger.map(LedgerFile::state), study.participation().sites().size());
      if (asks) {
        view.say(joined.console());
      }
      ledger.ifPresent(book -> requireBudget(book, manifest, study));
      if (asks && !agrees(study, view)) {
        site.decline(invitation, "its owner declined");
        throw CoterieException.usage("This site does not take part; nothing has left it.");
      }
    }
  }

  private boolean agrees(Study study, ManifestView view) {
    BooleanSupplier keyboard =
        () -> joined.console().asks("Take part in study %s?".formatted(study.name()));
    return page.map(
            own ->
                own.asks(
                    view.json(), Terminal.hasKeyboard() ? Optional.of(keyboard) : Optional.empty()))
        .orElseGet(keyboard::getAsBoolean);
  }

  private Manifest rehearse(Study study) {
    SiteData records = joined.records().data();
    return Manifest.of(
        study.plan(), new DryRun(study.plan(), records, new Seed(study.seed())).run(parallel));
  }

  private static void requireBudget(LedgerFile book, Manifest manifest, Study study) {
    book.require(
        new LedgerEntry(study.name(), 1, "all rounds of this study", manifest.loss())
            .forPerson(recordsPerPerson(study)));
  }

  private static int recordsPerPerson(Study study) {
    return study.terms().map(DpTerms::recordsPerPerson).orElse(1);
  }

  private Site.Kit kit(CheckpointFolder checkpoints, SiteWatch watch) {
    Lines lines = new Lines(joined.console(), page);
    return new Site.Kit(
        joined.records().data(),
        journal,
        ledger.map(this::watch),
        seed -> options.repeatableNoise ? NoiseSource.repeatable(seed) : NoiseSource.secure(),
        parallel,
        options.patience(),
        lines::say,
        new LongWork(new WorkLines(lines::say), checkpoints),
        watch,
        options.policy().limits().maxBytes());
  }

  private LedgerWatch watch(LedgerFile book) {
    Study study = joined.study();
    return new LedgerWatch(
        book,
        "%s %s %s"
            .formatted(study.name(), study.hash().substring(0, 12), journal.id().substring(0, 12)),
        recordsPerPerson(study));
  }

  /** Says each line once in a row. */
  private static final class Lines {
    private final Console console;
    private final Optional<SitePage> page;
    private String last = "";

    Lines(Console console, Optional<SitePage> page) {
      this.console = console;
      this.page = page;
    }

    synchronized void say(String line) {
      if (!line.equals(last)) {
        console.say(line);
        page.ifPresent(own -> own.state().waiting(line));
      }
      last = line;
    }
  }
}
