package io.coterie.faults;

import io.coterie.trust.ClockedTrust;
import io.coterie.trust.TrustFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Many studies, a few at a time, with the same certificates. */
final class FaultRuns {
  /** Held, so that its level stays: threads of those who were killed end with a Crash. */
  private static final Logger GRPC = Logger.getLogger("io.grpc");

  private final Path folder;
  private final Path trust;

  FaultRuns(Path folder) {
    GRPC.setLevel(Level.OFF);
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, problem) -> {
          if (!(problem instanceof Crash)) {
            problem.printStackTrace();
          }
        });
    this.folder = folder;
    this.trust = folder.resolve("trust");
    // Three days old, so that a clock may jump back by one, and again.
    TrustFolder made =
        ClockedTrust.provision(
            trust,
            Setting.ALL_SITES,
            List.of("localhost", LoopbackNames.HOST),
            Clock.offset(Clock.systemUTC(), Duration.ofDays(-3)));
    assert made != null;
  }

  /** Returns where the certificates are. */
  Path trust() {
    return trust;
  }

  /** Runs one study; its files stay if something is wrong. */
  FaultStudy.Outcome run(Schedule schedule) throws IOException, InterruptedException {
    Path own = folder.resolve("%s-%d".formatted(schedule.setting(), schedule.seed()));
    FaultStudy.Outcome outcome = new FaultStudy(schedule, own, trust).run();
    if (outcome.isGood()) {
      delete(own);
    }
    return outcome;
  }

  /** Runs the studies of some seeds; returns those in which something is wrong. */
  List<FaultStudy.Outcome> run(LongStream seeds, int atATime, Consumer<FaultStudy.Outcome> told)
      throws Exception {
    return run(seeds.mapToObj(Schedule::of).toList(), atATime, told);
  }

  /** Runs studies; returns those in which something is wrong. */
  List<FaultStudy.Outcome> run(
      List<Schedule> schedules, int atATime, Consumer<FaultStudy.Outcome> told) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(atATime);
    List<FaultStudy.Outcome> wrong = new ArrayList<>();
    try {
      List<Future<FaultStudy.Outcome>> running =
          schedules.stream().map(schedule -> pool.submit(() -> run(schedule))).toList();
      for (Future<FaultStudy.Outcome> each : running) {
        FaultStudy.Outcome outcome = each.get();
        told.accept(outcome);
        if (!outcome.isGood()) {
          wrong.add(outcome);
        }
      }
      return wrong;
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
