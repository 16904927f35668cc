package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.join.Invitation;
import io.coterie.join.Site;
import io.coterie.join.SiteWatch;
import io.coterie.math.Parallel;
import io.coterie.method.LongWork;
import io.coterie.privacy.NoiseSource;
import io.coterie.protocol.StrictTerms;
import io.coterie.store.CheckpointFolder;
import io.coterie.store.Json;
import io.coterie.store.LedgerFile;
import io.coterie.store.LedgerWatch;
import io.coterie.store.PrivateFiles;
import io.coterie.store.journal.Journal;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import io.coterie.trust.SiteCredentials;
import io.coterie.trust.TlsProbe;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
  /** Clocks that differ by more make certificates and times in logs doubtful. */
  private static final Duration CLOCK_LIMIT = Duration.ofMinutes(1);

  private static final long RETRY_MILLIS = 2_000;

  private static final String LEAVING =
      "Stopped. What this site has said is kept; the same command goes on.";

  /** A coordinator that is busy answers late; one behind a firewall, or of another kind, never. */
  private static final int MOST_SILENCES = 4;

  private final Terminal terminal;

  @Mixin JoinOptions join;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "SOURCE",
      description = {
        "This site's records: a file (CSV, TSV or IDX, also .gz; Parquet), 'sql:SELECT ...' over",
        "files, or a jdbc: address with --query. Columns that the study does not name stay unread."
      })
  String data;

  @Option(names = "--query", paramLabel = "SQL", description = "The SELECT for a jdbc: address.")
  String query;

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "COLUMN",
      description = "Columns that are no features, where the study names none.")
  List<String> ignore = new ArrayList<>();

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
      names = "--ledger-dir",
      paramLabel = "DIR",
      description =
          "The folder of ledgers. Default: COTERIE_LEDGER in the environment, or ~/.coterie/ledger.")
  Path ledgers;

  @Mixin EngineOptions engine;

  @Option(
      names = "--id",
      paramLabel = "COLUMN",
      description = {
        "With --engine spark: the column that names a record in the written clusters. Default: its",
        "position, in the order in which Spark reads."
      })
  String id;

  @Option(
      names = "--labels-to",
      paramLabel = "URI",
      description = {
        "With --engine spark: where its machines write the clusters as Parquet, a place that all of",
        "them reach. Default: STUDY-labels.parquet beside --out."
      })
  String labelsTo;

  @Mixin ThreadOptions threads;

  @Mixin NetworkOptions networks;

  @Mixin OutputOptions output;

  JoinCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    if (engine.isLocal() && (id != null || labelsTo != null)) {
      throw CoterieException.usage("--id and --labels-to are for --engine spark.");
    }
    Optional<SiteCredentials> credentials = join.credentials();
    String address = join.address(credentials);
    String name = credentials.map(SiteCredentials::site).orElse(join.site);
    Optional<SitePage> page = join.page().map(place -> page(name, place));
    try {
      page.ifPresent(own -> own.announce(console));
      connect(address, credentials, console);
      takePart(new Site(name, address, credentials, Version.coterie()), name, console, page);
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

  private SitePage page(String name, InetSocketAddress place) {
    prepareHome();
    return new SitePage(name, place, join.home);
  }

  private void takePart(Site called, String name, Console console, Optional<SitePage> page) {
    try (Site site = called;
        Parallel parallel = threads.parallel()) {
      Invitation invitation = invitation(site, console);
      Study study = invitation.study();
      join.requireAgreed(study);
      warnOfClock(invitation, console);
      networks.prepare(study.plan(), join.home);
      NetworkOptions.description(study.plan())
          .ifPresent(words -> console.say("networks: " + words));
      prepareHome();
      try (SiteHolding holding = holding(study, name);
          Journal journal = Journal.open(join.home.resolve("journal-" + name + ".db"))) {
        holding.notes().forEach(console::say);
        JoinedStudy joined = new JoinedStudy(study, name, holding.records(), console);
        Optional<LedgerFile> ledger = ledger(study);
        page.ifPresent(own -> own.invited(joined, ledger, journal));
        boolean isNew = journal.study(study.name()).isEmpty();
        if (isNew) {
          new Consent(joined, join, ledger, parallel, page).obtain(site, invitation);
        }
        page.ifPresent(own -> own.state().go("taking part", "this site takes part"));
        CheckpointFolder checkpoints =
            new CheckpointFolder(join.home.resolve("checkpoints-" + name).resolve(study.hash()));
        Lines lines = new Lines(console, page);
        Site.Kit kit =
            new Site.Kit(
                holding.records().data(),
                journal,
                ledger.map(book -> watch(book, study, journal)),
                seed -> join.repeatableNoise ? NoiseSource.repeatable(seed) : NoiseSource.secure(),
                parallel,
                join.patience(),
                lines::say,
                new LongWork(new WorkLines(lines::say), checkpoints),
                page.<SiteWatch>map(own -> own).orElseGet(SiteWatch::none));
        JoinedStudy.Files files =
            new JoinedStudy.Files(
                results(study),
                labelsFile(),
                engine.isLocal() ? Optional.empty() : Optional.of(labelsFolder(study)));
        Thread leaving = new Thread(() -> console.say(LEAVING), "leaving");
        Runtime.getRuntime().addShutdownHook(leaving);
        try {
          site.takePart(
              invitation,
              kit,
              (labels, model) -> {
                joined.write(files, labels, model);
                page.ifPresent(own -> own.state().labelled(labels));
              });
        } finally {
          StudyService.removeHook(leaving);
        }
        checkpoints.remove();
        joined.say(files);
        ObjectNode node = Json.object().put("study", study.name()).put("hash", study.hash());
        node.put("site", name).put("out", results(study).toString());
        console.finish(node);
      }
    }
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

  /** Waits for a coordinator that is not there yet; whatever else is wrong ends at once. */
  private void connect(String address, Optional<SiteCredentials> own, Console console) {
    long until = System.nanoTime() + join.patience().toNanos();
    boolean told = false;
    int silences = 0;
    while (true) {
      // Each time twice as long: to begin anew in haste is what keeps a busy coordinator busy.
      Duration longest = TlsProbe.LONGEST.multipliedBy(1L << silences);
      try {
        own.ifPresentOrElse(
            known -> TlsProbe.check(address, known, longest),
            () -> TlsProbe.checkPlaintext(address));
        return;
      } catch (CoterieException e) {
        boolean isAbsent = hasCause(e, ConnectException.class);
        silences += !isAbsent && isSilence(e) ? 1 : 0;
        boolean isSilent = silences > 0 && silences <= MOST_SILENCES;
        if (!(isAbsent || isSilent) || System.nanoTime() > until) {
          throw e;
        }
        if (!told) {
          console.say(absence(e, address));
        }
        told = true;
        rest();
      }
    }
  }

  private Invitation invitation(Site site, Console console) {
    long until = System.nanoTime() + join.patience().toNanos();
    boolean told = false;
    while (true) {
      try {
        return site.invitation(join.study);
      } catch (CoterieException e) {
        // The way was tried before, so what fails now is not for want of certificates.
        if (!Site.mayPass(e) || System.nanoTime() > until) {
          throw e;
        }
        if (!told) {
          console.say("The coordinator is not there yet; waiting.");
        }
        told = true;
        rest();
      }
    }
  }

  /** Returns whether the coordinator said nothing, or broke off as one does that is killed. */
  private static boolean isSilence(CoterieException problem) {
    return hasCause(problem, SocketTimeoutException.class)
        || hasCause(problem, EOFException.class)
        || hasCause(problem, SocketException.class);
  }

  private static String absence(CoterieException problem, String address) {
    return hasCause(problem, ConnectException.class)
        ? "The coordinator at %s is not there yet; waiting.".formatted(address)
        : problem.getMessage() + " Trying again.";
  }

  private static boolean hasCause(Throwable problem, Class<? extends IOException> kind) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static void rest() {
    try {
      Thread.sleep(RETRY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CoterieException(ErrorCode.NETWORK, "The site was stopped.", e);
    }
  }

  private static void warnOfClock(Invitation invitation, Console console) {
    Duration ahead = invitation.clockAhead();
    if (ahead.abs().compareTo(CLOCK_LIMIT) > 0) {
      console.warn(
          "The coordinator's clock is %d s %s this site's; set the clocks, or certificates will seem expired."
              .formatted(ahead.abs().toSeconds(), ahead.isNegative() ? "behind" : "ahead of"));
    }
  }

  private SiteHolding holding(Study study, String name) {
    SiteSource source = new SiteSource(data, Optional.ofNullable(query), ignore);
    if (engine.isStream()) {
      return SiteHolding.streamed(study, name, source);
    }
    return engine.isLocal()
        ? SiteHolding.local(study, name, source)
        : SiteHolding.on(
            engine.start(),
            study,
            name,
            source,
            new SiteHolding.Target(Optional.ofNullable(id), labelsFolder(study)));
  }

  /** Returns where an engine writes; the folder of results appears as a whole later. */
  private String labelsFolder(Study study) {
    Path results = results(study).toAbsolutePath();
    return labelsTo != null
        ? labelsTo
        : results.resolveSibling(results.getFileName() + "-labels.parquet").toUri().toString();
  }

  private void prepareHome() {
    try {
      PrivateFiles.createFolder(join.home);
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "The folder %s cannot be made (%s); choose another with --home."
              .formatted(join.home, e.getClass().getSimpleName()),
          e);
    }
  }

  private Optional<LedgerFile> ledger(Study study) {
    if (!study.plan().privacy().isStrict()) {
      return Optional.empty();
    }
    LedgerOptions options = new LedgerOptions();
    options.folder = ledgers;
    String identity =
        engine.isLocal() || Files.exists(Path.of(data)) ? LedgerOptions.identity(data) : data;
    return Optional.of(options.folder().ledger(identity));
  }

  private static LedgerWatch watch(LedgerFile ledger, Study study, Journal journal) {
    int person = study.terms().map(StrictTerms::recordsPerPerson).orElse(1);
    return new LedgerWatch(
        ledger,
        "%s %s %s"
            .formatted(study.name(), study.hash().substring(0, 12), journal.id().substring(0, 12)),
        person);
  }

  private String labelsFile() {
    return "labels." + Choice.of("--labels-format", labelsFormat, "csv", "parquet");
  }

  private Path results(Study study) {
    return out != null ? out : join.home.resolve("results").resolve(study.name());
  }
}
