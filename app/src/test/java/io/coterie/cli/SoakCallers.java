package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.SlowCall;
import io.coterie.coordinator.SlowCallers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Slow callers of one coordinator; for each that is ended the next one comes. */
final class SoakCallers {
  /** Far above every limit of the coordinator, for a machine with other work. */
  private static final Duration BOUND = Duration.ofMinutes(5);

  /** Of those that need no certificate; of the others, one of each is within a site's share. */
  private static final int UNKNOWN = 5;

  private final SlowCallers callers;
  private final SoakStudy study;
  private final Map<String, List<Double>> lives = new TreeMap<>();
  private final List<Begun> begun = new ArrayList<>();
  private boolean isOver;

  private record Begun(String name, long since, CompletableFuture<Duration> lasted) {}

  SoakCallers(SlowCallers callers, SoakStudy study) {
    this.callers = callers;
    this.study = study;
  }

  void begin() {
    int operator = study.operatorPort();
    for (int i = 0; i < UNKNOWN; i++) {
      begin(SlowCall.SILENT, study.port(), "silent");
      begin(SlowCall.SLOW_HANDSHAKE, study.port(), "slow handshake");
      begin(SlowCall.SILENT, operator, "silent at the operator's port");
      begin(SlowCall.SLOW_REQUEST, operator, "slow request at the operator's port");
    }
    begin(SlowCall.SILENT_AFTER_HANDSHAKE, study.port(), "silent after the handshake");
    begin(SlowCall.SLOW_HEADER, study.port(), "slow header");
    begin(SlowCall.SLOW_MESSAGE, study.port(), "slow message");
    begin(SlowCall.NEVER_READS, study.port(), "32 calls whose answers are not taken");
  }

  private synchronized void begin(SlowCall kind, int port, String name) {
    if (isOver) {
      return;
    }
    CompletableFuture<Duration> lasted = callers.begin(kind, port);
    Begun one = new Begun(name, System.nanoTime(), lasted);
    begun.add(one);
    CompletableFuture<Duration> unused =
        lasted.whenComplete(
            (time, problem) -> {
              if (time != null) {
                note(one, time);
                begin(kind, port, name);
              }
            });
  }

  private synchronized void note(Begun one, Duration time) {
    begun.remove(one);
    if (!isOver) {
      lives.computeIfAbsent(one.name, name -> new ArrayList<>()).add(time.toMillis() / 1e3);
    }
  }

  /** Lets them go; returns how long they lasted. */
  synchronized String end() {
    isOver = true;
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, List<Double>> kind : lives.entrySet()) {
      List<Double> times = kind.getValue();
      text.append(
          String.format(
              Locale.ROOT,
              "%s: %d ended, after %.1f to %.1f s%n",
              kind.getKey(),
              times.size(),
              times.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
              times.stream().mapToDouble(Double::doubleValue).max().orElseThrow()));
      assertThat(times).as(kind.getKey()).allMatch(time -> time < BOUND.toSeconds());
    }
    for (Begun one : List.copyOf(begun)) {
      assertThat(Duration.ofNanos(System.nanoTime() - one.since))
          .as("%s goes on", one.name)
          .isLessThan(BOUND);
      one.lasted.cancel(true);
    }
    return text.toString();
  }
}
