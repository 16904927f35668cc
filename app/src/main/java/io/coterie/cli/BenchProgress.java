package io.coterie.cli;

import io.coterie.bench.Benchmark;
import io.coterie.bench.Cell;
import io.coterie.bench.CellResult;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;

/**
 * A benchmark as it happens: one redrawn line on a screen, elsewhere one line for each run.
 *
 * <p>Thread-safe: a clock redraws between events.
 */
final class BenchProgress implements Benchmark.Listener, AutoCloseable {
  private static final String CLEAR = "\r\u001b[2K";
  private static final long TICK_MILLISECONDS = 1000;

  private final PrintStream err;
  private final Progress.Mode mode;
  private final Timer clock = new Timer("progress", true);
  private String line = "";
  private long started = System.nanoTime();

  BenchProgress(PrintStream err, Progress.Mode mode) {
    this.err = err;
    this.mode = mode;
    if (mode == Progress.Mode.REDRAWN) {
      TimerTask tick =
          new TimerTask() {
            @Override
            public void run() {
              redraw();
            }
          };
      clock.schedule(tick, TICK_MILLISECONDS, TICK_MILLISECONDS);
    }
  }

  @Override
  public synchronized void started(Cell cell, Benchmark.Position position) {
    started = System.nanoTime();
    line = "%s  %s%s".formatted(count(position), cell, toGo(position));
    redraw();
  }

  @Override
  public synchronized void finished(Cell cell, CellResult result, Benchmark.Position position) {
    String outcome =
        result
            .failure()
            .map(failure -> "failed: " + failure.kind())
            .orElseGet(
                () ->
                    result.scores().stream()
                        .map(
                            scores ->
                                String.format(
                                    Locale.ROOT,
                                    "ACC %.3f  NMI %.3f",
                                    scores.accuracy(),
                                    scores.nmi()))
                        .findFirst()
                        .orElse(""));
    if (mode == Progress.Mode.LINES) {
      err.println(
          "%s  %s: %s in %s%s"
              .formatted(
                  count(position),
                  cell,
                  outcome,
                  Amounts.seconds(result.cost().seconds()),
                  toGo(position)));
    }
  }

  private static String count(Benchmark.Position position) {
    return "%d/%d".formatted(position.done(), position.total());
  }

  private static String toGo(Benchmark.Position position) {
    return position
        .secondsToGo()
        .filter(seconds -> position.done() < position.total())
        .map(seconds -> "; about %s to go".formatted(wholeSeconds(Math.ceil(seconds))))
        .orElse("");
  }

  private static String wholeSeconds(double seconds) {
    return Amounts.seconds(seconds).replace(".0 s", " s");
  }

  private synchronized void redraw() {
    if (mode == Progress.Mode.REDRAWN && !line.isEmpty()) {
      double seconds = (System.nanoTime() - started) / 1e9;
      err.print(CLEAR + line + "; " + wholeSeconds(Math.floor(seconds)));
      err.flush();
    }
  }

  @Override
  public synchronized void close() {
    clock.cancel();
    if (mode == Progress.Mode.REDRAWN && !line.isEmpty()) {
      err.print(CLEAR);
      err.flush();
    }
    line = "";
  }
}
