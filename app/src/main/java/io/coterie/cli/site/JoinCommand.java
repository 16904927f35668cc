package io.coterie.cli.site;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.cli.coordinator.ServeOptions;
import io.coterie.cli.options.Choice;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.EngineOptions;
import io.coterie.cli.options.NetworkOptions;
import io.coterie.cli.options.RunOptions;
import io.coterie.data.RecordIds;
import io.coterie.math.Parallel;
import io.coterie.method.NetworkEngine;
import io.coterie.participant.CoordinatorProbe;
import io.coterie.participant.Invitation;
import io.coterie.participant.JoinedStudy;
import io.coterie.participant.OpenedSiteData;
import io.coterie.participant.SentSoFar;
import io.coterie.participant.Site;
import io.coterie.participant.SitePage;
import io.coterie.store.Version;
import io.coterie.store.journal.Journal;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.trust.SiteCredentials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "join",
    description = {
      "A site of a study between machines: shows what would leave this site, asks, takes part, and"
          + " labels the site's own records. It calls the coordinator and is never called.",
      "After a crash, the same command continues where the site was."
    },
    footer = {
      "",
      "Examples:",
      "  coterie join --home federation/site-north --data patients.csv",
      "  coterie join --home federation/site-north --data patients.csv --yes --agreed study.yaml"
    })
public final class JoinCommand extends ConsoleCommand {
  /** A coordinator that is started again is back sooner. */
  private static final Duration AFTER_THE_END = Duration.ofSeconds(20);

  @Mixin JoinOptions join;
  @Mixin EngineOptions engine;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where labels.csv and model.json appear. Default: results/STUDY in --home.")
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

  @Option(
      names = "--labels-to",
      paramLabel = "URI",
      description = {
        "With --engine spark: where its machines write the clusters as Parquet, a place that all"
            + " of",
        "them reach. Default: STUDY-labels.parquet beside --out."
      })
  String labelsTo;

  @Mixin RunOptions.Threads threads;
  @Mixin NetworkOptions networks;

  @Override
  protected int execute(Console console) {
    if (engine.isLocal() && labelsTo != null) {
      throw CoterieException.usage("--labels-to is for --engine spark.");
    }
    Optional<SiteCredentials> credentials = join.credentials();
    String address = join.address(credentials);
    String name = credentials.map(SiteCredentials::site).orElse(join.site);
    ServeOptions.prepareHome(join.home);
    return join.log.during(
        join.home.resolve("site-" + name + ".log"),
        () -> call(console, name, address, credentials));
  }

  private int call(
      Console console, String name, String address, Optional<SiteCredentials> credentials) {
    Optional<SitePage> page = join.page().map(place -> new SitePage(name, place, join.home));
    try {
      page.ifPresent(own -> own.announce(console));
      CoordinatorProbe call = new CoordinatorProbe(join.patience(), console);
      connect(call, name, address, credentials);
      String answer;
      try (Site site = new Site(name, address, credentials, Version.coterie())) {
        answer = takePart(site, name, call, page) ? "the profile" : "its labels";
      }
      page.ifPresent(own -> own.state().end("This site has %s.".formatted(answer)));
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

  /** A site whose last study has ended does not wait for long: there may be nothing to come. */
  private void connect(
      CoordinatorProbe call, String name, String address, Optional<SiteCredentials> credentials) {
    Optional<String> finished =
        new SentSoFar(journal(name))
            .finished()
            .filter(last -> join.study.isEmpty() || join.study.equals(last));
    if (finished.isEmpty()) {
      call.connect(address, credentials);
      return;
    }
    try {
      call.withPatience(AFTER_THE_END).connect(address, credentials);
    } catch (CoterieException e) {
      if (e.code() != ErrorCode.NETWORK) {
        throw e;
      }
      throw new CoterieException(
          ErrorCode.NETWORK,
          "Study %s is finished: this site has its answer, and no coordinator is at %s. To take part in another study, start join when it is served."
              .formatted(finished.get(), address),
          e);
    }
  }

  private Path journal(String name) {
    return join.home.resolve("journal-" + name + ".db");
  }

  /** Takes part to the end; returns whether the answer is a profile. */
  private boolean takePart(Site site, String name, CoordinatorProbe call, Optional<SitePage> page) {
    Invitation invitation = call.invitation(site, join.study);
    try {
      takePart(site, name, invitation, call, page);
      return invitation.study().isProfile();
    } catch (CoterieException e) {
      boolean isTold = mayTell(invitation.study(), e.code());
      if (isTold) {
        site.falter(invitation, e.code());
      }
      if (e.code() == ErrorCode.BAD_DATA || e.code() == ErrorCode.BUDGET) {
        String told =
            isTold
                ? " The coordinator was told that this site failed, and of what kind it was."
                : "";
        call.console().warn(new SentSoFar(journal(name)).words(invitation.study().name()) + told);
      }
      throw e;
    }
  }

  /** At level dp whether records can be read is something of them, so nothing is sent of it. */
  private static boolean mayTell(Study study, ErrorCode kind) {
    return switch (kind) {
      case NETWORK, NOT_AGREED -> false;
      case BAD_DATA, INTERNAL -> !study.plan().privacy().isDp();
      default -> true;
    };
  }

  private void takePart(
      Site site,
      String name,
      Invitation invitation,
      CoordinatorProbe call,
      Optional<SitePage> page) {
    Console console = call.console();
    Study study = invitation.study();
    try (Parallel parallel = threads.parallel()) {
      join.requireAgreed(study);
      call.warnOfClock(invitation);
      networks.prepare(study.plan(), join.home);
      NetworkEngine.describe(study.plan()).ifPresent(words -> console.say("networks: " + words));
      if (engine.isLocal() && !study.schema().columns().isEmpty()) {
        page.ifPresent(own -> own.look(study, join.source(study), join.checkCommand()));
      }
      try (OpenedSiteData holding = holding(study, name);
          Journal journal = Journal.open(journal(name))) {
        holding.notes().forEach(console::say);
        holding.ids().flatMap(RecordIds::duplicates).ifPresent(console::say);
        JoinedStudy joined = new JoinedStudy(study, name, holding, console);
        new SiteParticipation(
                joined, join, join.ledger(study, engine.isLocal()), journal, parallel, page)
            .run(site, invitation, files(study));
      }
    }
  }

  private OpenedSiteData holding(Study study, String name) {
    SiteSource stated = join.source(study);
    SiteSource source = id == null ? stated : stated.withId(id);
    List<String> accepted = join.accepted(study);
    if (!engine.isLocal()) {
      return OpenedSiteData.on(engine.start(), study, name, source, labelsFolder(study), accepted);
    }
    return engine.isStream()
        ? OpenedSiteData.streamed(study, name, source, accepted)
        : OpenedSiteData.local(study, name, source, accepted);
  }

  /** Returns what appears where after a study. */
  private JoinedStudy.Files files(Study study) {
    return new JoinedStudy.Files(
        folder(study),
        "labels." + Choice.of("--labels-format", labelsFormat, "csv", "parquet"),
        engine.isLocal() ? Optional.empty() : Optional.of(labelsFolder(study)));
  }

  /** Returns where an engine writes; the folder of results appears as a whole later. */
  private String labelsFolder(Study study) {
    Path results = folder(study).toAbsolutePath();
    return labelsTo != null
        ? labelsTo
        : results.resolveSibling(results.getFileName() + "-labels.parquet").toUri().toString();
  }

  private Path folder(Study study) {
    return out != null ? out : join.home.resolve("results").resolve(study.name());
  }
}
