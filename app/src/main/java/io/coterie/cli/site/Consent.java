package io.coterie.cli.site;

import io.coterie.CoterieException;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.participant.Invitation;
import io.coterie.participant.JoinedStudy;
import io.coterie.participant.Site;
import io.coterie.participant.SitePage;
import io.coterie.plan.StrictTerms;
import io.coterie.privacy.LedgerEntry;
import io.coterie.report.manifest.DryRun;
import io.coterie.report.manifest.Manifest;
import io.coterie.report.manifest.ManifestView;
import io.coterie.site.SiteData;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.study.Study;
import io.coterie.terminal.Terminal;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What a site's owner is shown and asked before anything leaves: the study, the manifest of this
 * site's own messages, and what is left of the budget.
 *
 * @param joined the study as this site sees it
 * @param options with the policy, and whether to ask
 * @param ledger of the records, at level strict
 * @param parallel runs the rehearsal
 * @param page where the owner can be asked too
 */
record Consent(
    JoinedStudy joined,
    JoinOptions options,
    Optional<LedgerFile> ledger,
    Parallel parallel,
    Optional<SitePage> page) {
  /** Returns if the site takes part; else the coordinator is told why not, and so is the owner. */
  void obtain(Site site, Invitation invitation) {
    Study study = joined.study();
    List<String> reasons = options.policy().reasons(study, joined.records().cappedSize());
    if (!reasons.isEmpty()) {
      site.decline(invitation, "its policy does not allow the study");
      options.policy().check(study, joined.records().cappedSize());
    }
    joined.introduce();
    boolean asks = !options.yes;
    if (asks && !Terminal.hasKeyboard() && page.isEmpty()) {
      throw CoterieException.usage(
          "Nobody is there to be asked whether this site takes part: say --yes, after coterie inspect has shown what leaves.");
    }
    if (asks || ledger.isPresent()) {
      Manifest manifest = rehearse(study);
      ManifestView view = new ManifestView(manifest, ledger.map(LedgerFile::state));
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
    int person = study.terms().map(StrictTerms::recordsPerPerson).orElse(1);
    book.require(
        new LedgerEntry(study.name(), 1, "all rounds of this study", manifest.loss())
            .forPerson(person));
  }
}
