package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.SlowCallers;
import io.coterie.trust.SiteCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps studies going, so many at once, in one process: as one ends the next begins. Beside them
 * one study waits for its last site from beginning to end, slow callers never leave it alone, and
 * an operator asks all the time how it goes. Now and then no new study begins until all have ended;
 * what the process then holds must not grow.
 */
final class Soak {
  private static final SoakKind LASTING = SoakKind.SPP_FGC_MASKED;
  private static final long ASK_MILLIS = 500;
  private static final long LOAD_SECONDS = 60;

  /** A line needs two after the first fifth of the time, however slow the machine is. */
  private static final int LEAST_RESTS = 3;

  private final Path folder;
  private final Plan plan;
  private final Map<SoakKind, SoakKind.Material> materials = new EnumMap<>(SoakKind.class);
  private final List<SoakSample> samples = new ArrayList<>();
  private final List<Double> latencies = new CopyOnWriteArrayList<>();
  private final List<Throwable> problems = new CopyOnWriteArrayList<>();
  private final Map<Integer, SoakStudy> running = new ConcurrentHashMap<>();
  private final Semaphore begun;
  private final Semaphore asking = new Semaphore(1, true);
  private final AtomicInteger number = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final long start = System.nanoTime();
  private volatile boolean isOver;

  /**
   * How much, and for how long.
   *
   * @param time in all
   * @param studies at once
   * @param rest from one rest to the next
   * @param kinds of studies, in turn
   */
  record Plan(Duration time, int studies, Duration rest, List<SoakKind> kinds) {}

  /**
   * What came of it.
   *
   * @param samples in the order of time
   * @param latencies of the command status, in seconds, from shortest to longest
   * @param studies that ended as they should
   * @param lives of slow callers, in words
   */
  record Outcome(List<SoakSample> samples, List<Double> latencies, int studies, String lives) {
    /** Returns the samples at rest after the first fifth of the time. */
    List<SoakSample> settled() {
      double last = samples.get(samples.size() - 1).seconds();
      return samples.stream()
          .filter(sample -> sample.isAtRest() && sample.seconds() >= last / 5)
          .toList();
    }

    double latency(double part) {
      return latencies.get((int) Math.min(latencies.size() - 1, part * latencies.size()));
    }
  }

  Soak(Path folder, Plan plan) {
    this.folder = folder;
    this.plan = plan;
    this.begun = new Semaphore(plan.studies(), true);
  }

  Outcome run() throws Exception {
    Path trust = folder.resolve("trust");
    CommandRun provision =
        CommandRun.of(
            "provision",
            "--sites",
            String.join(",", SoakKind.ALL_SITES),
            "--address",
            "127.0.0.1:7443",
            "--out",
            trust);
    assertThat(provision.exitCode()).as(provision.err()).isZero();
    for (String site : SoakKind.ALL_SITES) {
      ServedDots.policy(trust.resolve("site-" + site));
    }
    for (SoakKind kind : SoakKind.values()) {
      if (plan.kinds().contains(kind) || kind == LASTING) {
        materials.put(kind, kind.prepare(folder.resolve("material-" + kind)));
      }
    }
    Path studies = Files.createDirectory(folder.resolve("studies"));
    SiteCredentials own = SiteCredentials.load(trust.resolve("site-a"));
    try (SlowCallers slowCallers = new SlowCallers(own, Duration.ofSeconds(1))) {
      SoakStudy lasting =
          new SoakStudy(LASTING, materials.get(LASTING), trust, folder.resolve("lasting"));
      lasting.serve();
      List<String> sites = LASTING.sites();
      sites.subList(0, sites.size() - 1).forEach(lasting::join);
      SoakCallers callers = new SoakCallers(slowCallers, lasting);
      callers.begin();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < plan.studies(); i++) {
        threads.add(begin("soak", () -> studies(trust, studies, slowCallers)));
      }
      threads.add(begin("status", () -> ask(lasting)));
      watch(studies);
      isOver = true;
      for (Thread thread : threads) {
        thread.join(TimeUnit.MINUTES.toMillis(5));
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
      String lives = callers.end();
      lasting.join(sites.get(sites.size() - 1));
      lasting.await();
      assertThat(problems).isEmpty();
      return new Outcome(samples, latencies.stream().sorted().toList(), ended.get() + 1, lives);
    } finally {
      isOver = true;
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private Thread begin(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Exception | AssertionError e) {
                problems.add(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Runs one study after another. */
  private void studies(Path trust, Path studies, SlowCallers slowCallers) throws Exception {
    while (!isOver && problems.isEmpty()) {
      begun.acquire();
      int own = number.getAndIncrement();
      try {
        SoakKind kind = plan.kinds().get(own % plan.kinds().size());
        SoakStudy study =
            new SoakStudy(kind, materials.get(kind), trust, studies.resolve(Integer.toString(own)));
        running.put(own, study);
        study.run(slowCallers);
        ended.incrementAndGet();
      } finally {
        running.remove(own);
        begun.release();
      }
    }
  }

  /**
   * Asks each coordinator in turn how it goes, as an operator would; the lasting one most often.
   */
  private void ask(SoakStudy lasting) throws InterruptedException {
    int missed = 0;
    for (int turn = 0; !isOver; turn++) {
      List<SoakStudy> now = List.copyOf(running.values());
      SoakStudy asked = turn % 2 == 0 || now.isEmpty() ? lasting : now.get(turn / 2 % now.size());
      asking.acquire(); // what a command leaves to the collector is not to be counted
      long before = System.nanoTime();
      Optional<CommandRun> status = asked.status();
      double seconds = (System.nanoTime() - before) / 1e9;
      asking.release();
      boolean isAnswered = status.isPresent() && status.get().exitCode() == 0;
      if (isAnswered) {
        latencies.add(seconds);
      }
      // A coordinator that ends is gone at some moment. The lasting one is not, but a machine that
      // was suspended for ten seconds in the midst of a call takes that for silence.
      missed = asked != lasting ? missed : isAnswered ? 0 : missed + 1;
      assertThat(missed).as(status.toString()).isLessThan(2);
      Thread.sleep(ASK_MILLIS);
    }
  }

  /** Looks at what the process holds, until the time is over and there were rests enough. */
  private void watch(Path studies) throws IOException, InterruptedException {
    double end = plan.time().toMillis() / 1e3;
    double rest = plan.rest().toMillis() / 1e3;
    double load = LOAD_SECONDS;
    int rests = 0;
    while (problems.isEmpty() && (seconds() < end || rests < LEAST_RESTS)) {
      if (seconds() >= rest) {
        begun.acquire(plan.studies());
        try {
          add(true, studies);
          rests++;
        } finally {
          begun.release(plan.studies());
        }
        rest = seconds() + plan.rest().toMillis() / 1e3;
      } else if (seconds() >= load) {
        add(false, studies);
        load += LOAD_SECONDS;
      }
      Thread.sleep(ASK_MILLIS);
    }
  }

  private void add(boolean isAtRest, Path studies) throws IOException, InterruptedException {
    asking.acquire();
    try {
      SoakSample sample = SoakSample.take(seconds(), isAtRest, ended.get(), studies);
      samples.add(sample);
      System.out.println(sample);
    } finally {
      asking.release();
    }
  }

  private double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }
}
