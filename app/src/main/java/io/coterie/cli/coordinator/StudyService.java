package io.coterie.cli.coordinator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.cli.options.RunOptions;
import io.coterie.cli.options.ShutdownHook;
import io.coterie.coordinator.Coordinator;
import io.coterie.coordinator.RunningStudies;
import io.coterie.coordinator.ServedOutput;
import io.coterie.coordinator.StudyAnswer;
import io.coterie.coordinator.operator.OperatorEndpoint;
import io.coterie.data.column.ColumnSpec;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.plan.ClusterCount;
import io.coterie.report.PrivacySummary;
import io.coterie.store.Version;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.LostJournalException;
import io.coterie.store.journal.Released;
import io.coterie.study.Study;
import io.coterie.terminal.Console;
import io.coterie.terminal.Progress;
import io.coterie.terminal.Table;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves studies until they have ended, or until the process is told to end: then they pause, and
 * the sites wait for the coordinator to come back.
 */
public final class StudyService {
  private static final Logger LOG = LoggerFactory.getLogger(StudyService.class);

  private static final int PAUSE_SECONDS = 10;
  private static final int SHOWN_COLUMNS = 12;

  /** What a difference between two studies calls the other one. */
  private static final String THERE = "at the coordinator";

  /** A page that is closed for longer will not come back. */
  private static final Duration PAGE_GRACE = Duration.ofSeconds(20);

  /** What to do with a study that is in the journal, and with one that is not. */
  enum Start {
    BEGIN,
    RESUME,
    BEGIN_OR_RESUME,
    /** Begins again what was corrected, where nothing was released. */
    CORRECT,
    /** Runs none, and hands out the answers of those that are finished. */
    HAND_OUT
  }

  private final ServeOptions options;
  private final RunOptions.Threads threads;
  private final Console console;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final CountDownLatch leaving = new CountDownLatch(1);
  private volatile Coordinator running;
  private volatile boolean paused;
  private volatile boolean isLeaving;
  private volatile boolean isLingering;

  StudyService(ServeOptions options, RunOptions.Threads threads, Console console) {
    this.options = options;
    this.threads = threads;
    this.console = console;
  }

  int run(Start start) {
    try (ShutdownHook pausing = new ShutdownHook("pause", this::pause)) {
      return run(start, pausing);
    } finally {
      ended.countDown();
    }
  }

  private int run(Start start, ShutdownHook pausing) {
    List<Study> studies = options.studies();
    InetSocketAddress operator = options.operator();
    ServeOptions.prepareHome(options.home);
    return options.log.during(
        options.home.resolve("coordinator.log"),
        () -> runOrPause(studies, operator, start, pausing));
  }

  private int runOrPause(
      List<Study> studies, InetSocketAddress operator, Start start, ShutdownHook pausing) {
    try {
      return run(studies, operator, start, pausing);
    } catch (CoterieException e) {
      if (!paused) {
        throw e;
      }
      note("Paused. The sites wait; coterie resume continues the study.");
      return 0; // the process ends by the signal that paused it
    }
  }

  private int run(
      List<Study> studies, InetSocketAddress operator, Start start, ShutdownHook pausing) {
    try (Journal journal = Journal.open(options.journal());
        Parallel parallel = threads.parallel();
        Coordinator coordinator = new Coordinator(options.settings(this::warn), journal)) {
      studies.forEach(study -> check(study, coordinator, start));
      if (start == Start.CORRECT) {
        studies.forEach(study -> correct(study, coordinator));
      }
      try (RunningStudies courses =
              new RunningStudies(study -> course(study, coordinator, parallel));
          OperatorEndpoint endpoint =
              new OperatorEndpoint(
                  coordinator,
                  operator,
                  options.home,
                  Version.coterie(),
                  options.page(courses::resume))) {
        running = coordinator;
        pausing.set();
        studies.forEach(study -> LOG.info("Study {} is {}.", study.name(), study.hash()));
        studies.forEach(study -> announce(study, coordinator));
        console.say(
            "Operator's endpoint at port %d of loopback; coterie status --home %s --watch shows it."
                .formatted(endpoint.address().getPort(), options.home));
        announcePage(endpoint);
        if (start == Start.HAND_OUT) {
          return handOut(studies, coordinator);
        }
        return serve(studies, courses, endpoint);
      }
    }
  }

  private static void check(Study study, Coordinator coordinator, Start start) {
    boolean begun = coordinator.wasBegun(study);
    Optional<Study> former = coordinator.former(study);
    if (former.isPresent() && start != Start.CORRECT && start != Start.HAND_OUT) {
      Released released = coordinator.released(study);
      throw CoterieException.usage(
          "The journal holds another study of the name %s: %s. %s"
              .formatted(
                  study.name(),
                  String.join("; ", study.differences(former.get())).replace(THERE, "there"),
                  released.isNothing()
                      ? "It has released nothing of records: --corrected begins this one in its place, and its sites are asked again."
                      : "It has released: %s. Give the new study another name."
                          .formatted(released.words())));
    } else if (begun && start == Start.BEGIN) {
      throw CoterieException.usage(
          "Study %s is in the journal: it was begun before. Go on with coterie resume, or give the new study another name."
              .formatted(study.name()));
    } else if (!begun && start == Start.RESUME) {
      throw CoterieException.usage(
          "Study %s is not in the journal, so it cannot be resumed. Begin it with coterie serve."
              .formatted(study.name()));
    }
  }

  private void correct(Study study, Coordinator coordinator) {
    Optional<Study> former = coordinator.former(study);
    if (former.isPresent()) {
      coordinator.correct(study);
      note(
          "%s: nothing of records was released; the corrected study begins, and its sites are asked again. Changed: %s"
              .formatted(
                  study.name(),
                  String.join("; ", study.differences(former.get())).replace(THERE, "before")));
    }
  }

  private void announce(Study study, Coordinator coordinator) {
    Table facts = Table.ofFacts();
    facts.row("study", "%s, %s".formatted(study.name(), study.plan().method()));
    facts.row("hash", study.hash());
    facts.row("clusters", clusters(study));
    facts.row("columns", columns(study));
    PrivacySummary privacy = new PrivacySummary(study.plan());
    facts.row("privacy", privacy.promise());
    facts.row(
        "sites",
        "%s; %d are enough"
            .formatted(
                String.join(", ", study.participation().sites()), study.participation().quorum()));
    facts.row(
        "listening",
        "port %d%s"
            .formatted(
                coordinator.port(), options.insecure ? ", loopback, NOT ENCRYPTED" : ", TLS 1.3"));
    console.say(facts, "");
    privacy.warn(console, study.participation().sites().size(), study.participation().quorum());
  }

  private static String clusters(Study study) {
    ClusterCount clusters = study.plan().clusters();
    return study.isProfile()
        ? "none: the study counts, and clusters nothing"
        : clusters.isAuto() ? "to be found" : "%s, as asked for".formatted(clusters);
  }

  private static String columns(Study study) {
    List<String> features =
        study.schema().columns().stream().map(ColumnSpec::name).limit(SHOWN_COLUMNS).toList();
    int all = study.plan().input().dimension();
    return features.isEmpty()
        ? "%,d (%s)".formatted(all, study.plan().input().kind())
        : String.join(", ", features)
            + (all > features.size() ? " and %,d more".formatted(all - features.size()) : "");
  }

  /** A link with a token is for a screen; what is kept in a log should open nothing. */
  private void announcePage(OperatorEndpoint endpoint) {
    endpoint
        .pageUrl()
        .ifPresent(
            url ->
                console.say(
                    console.hasScreen()
                        ? "Page: " + endpoint.pageLink().orElseThrow()
                        : "Page: %s, with the token in %s."
                            .formatted(url, options.home.resolve("operator.token"))));
    console.say("");
  }

  private int handOut(List<Study> studies, Coordinator coordinator) {
    for (Study study : studies) {
      console.say(
          "%s: the answer can be fetched; its model has the SHA-256 %s"
              .formatted(study.name(), coordinator.offer(study)));
    }
    console.say("Sites get it with coterie fetch. Nothing is asked of them. Ctrl-C ends this.");
    try {
      leaving.await();
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CoterieException(ErrorCode.NETWORK, "The coordinator was stopped.", e);
    }
  }

  private int serve(List<Study> studies, RunningStudies courses, OperatorEndpoint endpoint) {
    try {
      studies.forEach(courses::begin);
      do {
        courses.await();
        linger(courses, endpoint);
      } while (courses.areUnderWay());
      ObjectNode data = Json.object();
      data.set("studies", courses.results(console::warn));
      console.finish(data);
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CoterieException(ErrorCode.NETWORK, "The coordinator was stopped.", e);
    }
  }

  /** Stays while somebody looks at the page, who may want to go on with what has ended. */
  private void linger(RunningStudies courses, OperatorEndpoint endpoint)
      throws InterruptedException {
    if (isLeaving || endpoint.pageUrl().isEmpty()) {
      return;
    }
    isLingering = true;
    console.say("The page stays while somebody looks at it; Ctrl-C ends it.");
    endpoint.awaitUnwatched(PAGE_GRACE, () -> isLeaving || courses.areUnderWay());
    isLingering = false;
  }

  /** Runs a study to its end, and again from its journal where the journal was lost. */
  private ObjectNode course(Study study, Coordinator coordinator, Parallel parallel) {
    while (true) {
      try {
        return courseOnce(study, coordinator, parallel);
      } catch (CoterieException e) {
        if (!LostJournalException.isCauseOf(e)) {
          throw e;
        }
        note("%s: %s".formatted(study.name(), e.getMessage()));
        if (!coordinator.awaitJournal(() -> isLeaving)) {
          throw e;
        }
        note(
            "%s: the database of the journal is back; the study continues."
                .formatted(study.name()));
      }
    }
  }

  private ObjectNode courseOnce(Study study, Coordinator coordinator, Parallel parallel) {
    ServedOutput served = new ServedOutput(study, options.results(study));
    try (Progress progress = console.progress()) {
      coordinator.run(
          study,
          parallel,
          served.log().and(progress),
          line -> note("%s: %s".formatted(study.name(), line)),
          answer -> write(answer, served, study, coordinator));
    }
    served.say(console);
    return served.json();
  }

  /** Writes the results, and keeps for sites that come late what all may see. */
  private byte[] write(
      StudyAnswer answer, ServedOutput served, Study study, Coordinator coordinator) {
    byte[] model = served.write(answer);
    served.page().ifPresent(page -> coordinator.keepReport(study, page));
    return model;
  }

  private void note(String line) {
    LOG.info(line);
    console.say(line);
  }

  private void warn(String refusal) {
    LOG.warn(refusal);
    console.say(refusal);
  }

  /** Lets the courses come to a rest, and everything be closed, before the process ends. */
  private void pause() {
    isLeaving = true;
    paused = !isLingering;
    leaving.countDown();
    running.pause();
    try {
      boolean unused = ended.await(PAUSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
