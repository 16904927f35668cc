package io.coterie.cli;

import io.coterie.method.NetworkEngine;
import io.coterie.CoterieException;
import io.coterie.join.Invitation;
import io.coterie.join.Site;
import io.coterie.math.Parallel;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import io.coterie.trust.SiteCredentials;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "join",
    description = {
      "A site of a study between machines: shows what would leave this site, asks, takes part, and"
          + " labels the site's own records. It calls the coordinator and is never called.",
      "After a crash, the same command goes on where the site was."
    },
    footer = {
      "",
      "Examples:",
      "  coterie join --home federation/site-north --data patients.csv",
      "  coterie join --home federation/site-north --data patients.csv --yes --agreed study.yaml"
    })
final class JoinCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin JoinOptions join;
  @Mixin RecordOptions records;
  @Mixin EngineOptions engine;
  @Mixin ResultOptions results;
  @Mixin ThreadOptions threads;
  @Mixin NetworkOptions networks;
  @Mixin OutputOptions output;

  JoinCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    results.check(engine.isLocal());
    Optional<SiteCredentials> credentials = join.credentials();
    String address = join.address(credentials);
    String name = credentials.map(SiteCredentials::site).orElse(join.site);
    HomeFolder.prepare(join.home);
    return join.log.during(
        join.home.resolve("site-" + name + ".log"),
        () -> call(console, name, address, credentials));
  }

  private int call(
      Console console, String name, String address, Optional<SiteCredentials> credentials) {
    Optional<SitePage> page = join.page().map(place -> new SitePage(name, place, join.home));
    try {
      page.ifPresent(own -> own.announce(console));
      CoordinatorCall call = new CoordinatorCall(join.patience(), console);
      call.connect(address, credentials);
      try (Site site = new Site(name, address, credentials, Version.coterie())) {
        takePart(site, name, call, page);
      }
      page.ifPresent(own -> own.state().end("This site has its labels."));
      page.ifPresent(own -> own.linger(console));
    } catch (CoterieException e) {
      page.ifPresent(own -> own.state().end(e.getMessage()));
      page.ifPresent(own -> own.linger(console));
      throw e;
    } finally {
      page.ifPresent(SitePage::close);
    }
    return 0;
  }

  private void takePart(Site site, String name, CoordinatorCall call, Optional<SitePage> page) {
    Console console = call.console();
    try (Parallel parallel = threads.parallel()) {
      Invitation invitation = call.invitation(site, join.study);
      Study study = invitation.study();
      join.requireAgreed(study);
      call.warnOfClock(invitation);
      networks.prepare(study.plan(), join.home);
      NetworkEngine.describe(study.plan())
          .ifPresent(words -> console.say("networks: " + words));
      try (SiteHolding holding = holding(study, name);
          Journal journal = Journal.open(join.home.resolve("journal-" + name + ".db"))) {
        holding.notes().forEach(console::say);
        JoinedStudy joined = new JoinedStudy(study, name, holding.records(), console);
        new TakingPart(
                joined, join, records.ledger(study, engine.isLocal()), journal, parallel, page)
            .run(site, invitation, results.files(study, join.home, engine.isLocal()));
      }
    }
  }

  private SiteHolding holding(Study study, String name) {
    if (engine.isStream()) {
      return SiteHolding.streamed(study, name, records.source());
    }
    return engine.isLocal()
        ? SiteHolding.local(study, name, records.source())
        : SiteHolding.on(
            engine.start(), study, name, records.source(), results.target(study, join.home));
  }
}
