package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Parallel;
import io.coterie.serve.Coordinator;
import io.coterie.serve.OperatorEndpoint;
import io.coterie.store.Json;
import io.coterie.store.PrivateFiles;
import io.coterie.store.journal.Journal;
import io.coterie.study.Study;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Serves studies until they have ended, or until the process is told to end: then they pause, and
 * the sites wait for the coordinator to come back.
 */
final class StudyService {
  private static final int PAUSE_SECONDS = 10;

  /** What to do with a study that is in the journal, and with one that is not. */
  enum Start {
    BEGIN,
    RESUME,
    BEGIN_OR_RESUME
  }

  private final ServeOptions options;
  private final ThreadOptions threads;
  private final Console console;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Coordinator running;
  private volatile boolean paused;

  StudyService(ServeOptions options, ThreadOptions threads, Console console) {
    this.options = options;
    this.threads = threads;
    this.console = console;
  }

  int run(Start start) {
    Thread pausing = new Thread(this::pause, "pause");
    try {
      return run(start, pausing);
    } catch (CoterieException e) {
      if (!paused) {
        throw e;
      }
      console.say("Paused. The sites wait; coterie resume goes on.");
      return 0; // the process ends by the signal that paused it
    } finally {
      removeHook(pausing);
      ended.countDown();
    }
  }

  private int run(Start start, Thread pausing) {
    List<Study> studies = options.studies();
    InetSocketAddress operator = options.operator();
    prepareHome();
    try (Journal journal = Journal.open(options.journal());
        Parallel parallel = threads.parallel();
        Coordinator coordinator = new Coordinator(options.settings(this::note), journal)) {
      studies.forEach(study -> check(study, coordinator, start));
      try (OperatorEndpoint endpoint =
          new OperatorEndpoint(coordinator, operator, options.home, Version.coterie())) {
        running = coordinator;
        Runtime.getRuntime().addShutdownHook(pausing);
        studies.forEach(study -> announce(study, coordinator));
        console.say(
            "Operator's endpoint at port %d of loopback; coterie status --home %s --watch shows it."
                .formatted(endpoint.address().getPort(), options.home),
            "");
        return serve(studies, coordinator, parallel);
      }
    }
  }

  private void prepareHome() {
    try {
      PrivateFiles.createFolder(options.home);
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "The folder %s cannot be made (%s); choose another with --home."
              .formatted(options.home, e.getClass().getSimpleName()),
          e);
    }
  }

  private static void check(Study study, Coordinator coordinator, Start start) {
    boolean begun = coordinator.wasBegun(study);
    if (begun && start == Start.BEGIN) {
      throw CoterieException.usage(
          "Study %s is in the journal: it was begun before. Go on with coterie resume, or give the new study another name."
              .formatted(study.name()));
    } else if (!begun && start == Start.RESUME) {
      throw CoterieException.usage(
          "Study %s is not in the journal, so it cannot be resumed. Begin it with coterie serve."
              .formatted(study.name()));
    }
  }

  private void announce(Study study, Coordinator coordinator) {
    Table facts = Table.ofFacts();
    facts.row("study", "%s, %s".formatted(study.name(), study.plan().method()));
    facts.row("hash", study.hash());
    facts.row("privacy", new PrivacyStory(study.plan()).promise());
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
    console.say(facts);
    console.say("");
  }

  private int serve(List<Study> studies, Coordinator coordinator, Parallel parallel) {
    Map<Study, Future<ObjectNode>> courses = new LinkedHashMap<>();
    ExecutorService pool = Executors.newFixedThreadPool(studies.size());
    try {
      for (Study study : studies) {
        courses.put(study, pool.submit(() -> course(study, coordinator, parallel)));
      }
      ArrayNode results = Json.array();
      List<CoterieException> failures = new ArrayList<>();
      for (Future<ObjectNode> course : courses.values()) {
        try {
          results.add(course.get());
        } catch (ExecutionException e) {
          failures.add(known(e.getCause()));
        }
      }
      if (!failures.isEmpty()) {
        failures.stream().skip(1).forEach(failure -> console.warn(failure.getMessage()));
        throw failures.get(0);
      }
      ObjectNode data = Json.object();
      data.set("studies", results);
      console.finish(data);
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CoterieException(ErrorCode.NETWORK, "The coordinator was stopped.", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static CoterieException known(Throwable problem) {
    if (problem instanceof CoterieException known) {
      return known;
    } else if (problem instanceof RuntimeException ours) {
      throw ours;
    }
    throw new IllegalStateException(problem);
  }

  private ObjectNode course(Study study, Coordinator coordinator, Parallel parallel) {
    ServedStudy served = new ServedStudy(study, options.results(study));
    try (Progress progress = console.progress()) {
      coordinator.run(
          study,
          parallel,
          served.and(progress),
          line -> note("%s: %s".formatted(study.name(), line)),
          served::write);
    }
    served.say(console);
    return served.json();
  }

  private void note(String line) {
    console.say(line);
  }

  /** Lets the courses come to a rest, and everything be closed, before the process ends. */
  private void pause() {
    paused = true;
    running.pause();
    try {
      boolean unused = ended.await(PAUSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // it is running
    }
  }
}
