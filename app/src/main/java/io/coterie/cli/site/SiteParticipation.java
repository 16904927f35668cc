package io.coterie.cli.site;

import io.coterie.cli.coordinator.StudyService;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.method.LongWork;
import io.coterie.participant.Invitation;
import io.coterie.participant.JoinedStudy;
import io.coterie.participant.Site;
import io.coterie.participant.SitePage;
import io.coterie.participant.SiteWatch;
import io.coterie.plan.StrictTerms;
import io.coterie.privacy.NoiseSource;
import io.coterie.store.CheckpointFolder;
import io.coterie.store.journal.Journal;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerWatch;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.terminal.WorkLines;
import java.util.Optional;

/**
 * A site's part in a study, from its owner's consent to its labels.
 *
 * @param joined the study as this site sees it
 * @param options of the site
 * @param ledger of the records, at level strict
 * @param journal what the site has said, so that it can go on after a crash
 * @param parallel runs the site's work
 * @param page where the owner looks, if there is one
 */
record SiteParticipation(
    JoinedStudy joined,
    JoinOptions options,
    Optional<LedgerFile> ledger,
    Journal journal,
    Parallel parallel,
    Optional<SitePage> page) {
  private static final String LEAVING =
      "Stopped. What this site has said is kept; the same command goes on.";

  /** Runs to the end; asks first, unless the site has agreed before. */
  void run(Site site, Invitation invitation, JoinedStudy.Files files) {
    Study study = joined.study();
    page.ifPresent(own -> own.invited(joined, ledger, journal));
    boolean isNew = journal.study(study.name()).isEmpty();
    if (isNew) {
      new Consent(joined, options, ledger, parallel, page).obtain(site, invitation);
    }
    page.ifPresent(own -> own.state().go("taking part", "this site takes part"));
    CheckpointFolder checkpoints =
        new CheckpointFolder(
            options.home.resolve("checkpoints-" + joined.site()).resolve(study.hash()));
    Thread leaving = new Thread(() -> joined.console().say(LEAVING), "leaving");
    Runtime.getRuntime().addShutdownHook(leaving);
    try {
      site.takePart(
          invitation,
          kit(checkpoints),
          (labels, model) -> {
            joined.write(files, labels, model);
            page.ifPresent(own -> own.state().labelled(labels));
          });
    } finally {
      StudyService.removeHook(leaving);
    }
    checkpoints.remove();
    joined.say(files);
    joined
        .console()
        .finish(
            Json.object()
                .put("study", study.name())
                .put("hash", study.hash())
                .put("site", joined.site())
                .put("out", files.out().toString()));
  }

  private Site.Kit kit(CheckpointFolder checkpoints) {
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
        page.<SiteWatch>map(own -> own).orElseGet(SiteWatch::none));
  }

  private LedgerWatch watch(LedgerFile book) {
    Study study = joined.study();
    int person = study.terms().map(StrictTerms::recordsPerPerson).orElse(1);
    return new LedgerWatch(
        book,
        "%s %s %s"
            .formatted(study.name(), study.hash().substring(0, 12), journal.id().substring(0, 12)),
        person);
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
