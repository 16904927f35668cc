package io.coterie.faults;

import io.coterie.math.Matrix;
import io.coterie.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One study, what goes wrong in it, and what comes of it. */
final class FaultStudy {
  /**
   * A study in which nobody comes to any point for so long hangs. The longest wait of the product
   * is half a minute, for a connection that is silent; the rest is for a machine with other work.
   */
  private static final int STILL_SECONDS = 120;

  /** A study that takes longer does not end, whatever it does: a few seconds are usual. */
  private static final int BOUND_SECONDS = 600;

  private static final long LOOK_MILLIS = 100;

  private final Schedule schedule;
  private final List<Fault> struck = new CopyOnWriteArrayList<>();
  private final List<SiteParty> sites = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch sitesEnded;
  private final CoordinatorParty coordinator;
  private final List<Throwable> broken = new CopyOnWriteArrayList<>();
  private String lastCounted = "";
  private long lastMoved = System.nanoTime();

  /**
   * What came of a study.
   *
   * @param schedule that it ran by
   * @param struck the faults that came to pass
   * @param end in a few words
   * @param problems what is wrong; nothing, if all is well
   * @param seconds it took
   */
  record Outcome(
      Schedule schedule, List<Fault> struck, String end, List<String> problems, double seconds) {
    boolean isGood() {
      return problems.isEmpty();
    }

    @Override
    public String toString() {
      return "%s%n  struck: %s%n  %.1f s, %s%s"
          .formatted(
              schedule,
              struck,
              seconds,
              end,
              isGood() ? "" : "\n  WRONG: " + String.join("\n  WRONG: ", problems));
    }
  }

  FaultStudy(Schedule schedule, Path folder, Path trust) throws IOException {
    this.schedule = schedule;
    Setting setting = schedule.setting();
    Study study = setting.study();
    for (Map.Entry<String, Matrix> records : setting.records().entrySet()) {
      String name = records.getKey();
      sites.add(
          new SiteParty(
              name,
              folder.resolve(name),
              trust,
              records.getValue(),
              setting.isDp(),
              new Gauge(name, schedule.faults(), struck)));
    }
    sitesEnded = new CountDownLatch(sites.size());
    coordinator =
        new CoordinatorParty(
            folder.resolve(Fault.COORDINATOR),
            trust,
            study,
            sites,
            new Gauge(Fault.COORDINATOR, schedule.faults(), struck),
            sitesEnded);
  }

  Outcome run() throws IOException, InterruptedException {
    long start = System.nanoTime();
    begin(coordinator, () -> {});
    sites.forEach(site -> begin(site, sitesEnded::countDown));
    boolean ended = await(start);
    double seconds = (System.nanoTime() - start) / 1e9;
    List<String> problems = new ArrayList<>();
    broken.forEach(problem -> problems.add("broken: " + trace(problem)));
    if (ended) {
      problems.addAll(new Judge(schedule.setting(), coordinator, sites, struck).problems());
    } else {
      problems.add("it hangs" + stacks());
      threads.forEach(Thread::interrupt);
    }
    sites.forEach(site -> site.wire().close());
    return new Outcome(schedule, List.copyOf(struck), end(), problems, seconds);
  }

  private void begin(Runnable party, Runnable after) {
    Thread thread =
        new Thread(
            () -> {
              try {
                party.run();
              } catch (RuntimeException | Error e) {
                broken.add(e);
              } finally {
                after.run();
              }
            },
            "party");
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private boolean await(long start) throws InterruptedException {
    for (Thread thread : threads) {
      do {
        thread.join(LOOK_MILLIS);
        coordinator.closeWithoutThoseAway();
        if (isPast(start, BOUND_SECONDS) || isStill()) {
          return false;
        }
      } while (thread.isAlive());
    }
    return true;
  }

  private static boolean isPast(long since, int seconds) {
    return System.nanoTime() - since > TimeUnit.SECONDS.toNanos(seconds);
  }

  private boolean isStill() {
    String now = counted();
    if (!now.equals(lastCounted)) {
      lastCounted = now;
      lastMoved = System.nanoTime();
    }
    return isPast(lastMoved, STILL_SECONDS);
  }

  private String end() {
    return coordinator
        .failure()
        .map(failure -> "failed: " + failure.getMessage())
        .orElseGet(
            () ->
                coordinator
                    .answer()
                    .map(
                        answer ->
                            "taking part %s, %s"
                                .formatted(answer.takingPart(), retries(answer.findings())))
                    .orElse("no answer"));
  }

  private static String retries(Map<String, String> findings) {
    long retries =
        findings.values().stream().filter(value -> value.startsWith("tried again")).count();
    return "%d tried again".formatted(retries);
  }

  /** Returns the sites, for those who want to know more. */
  List<SiteParty> sites() {
    return List.copyOf(sites);
  }

  /** Returns how often everybody came to each point. */
  String counted() {
    StringBuilder counted = new StringBuilder(coordinator.counted());
    sites.forEach(site -> counted.append("; ").append(site.counted()));
    return counted.toString();
  }

  private static String trace(Throwable problem) {
    StringBuilder text = new StringBuilder(problem.toString());
    for (StackTraceElement element : problem.getStackTrace()) {
      text.append("\n      ").append(element);
    }
    return text.toString();
  }

  private String stacks() {
    StringBuilder text = new StringBuilder();
    for (Thread thread : threads) {
      text.append("\n    ").append(thread.getState());
      for (StackTraceElement element : thread.getStackTrace()) {
        text.append("\n      ").append(element);
      }
    }
    return text.toString();
  }
}
