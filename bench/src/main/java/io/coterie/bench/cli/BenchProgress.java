package io.coterie.bench.cli;

import io.coterie.bench.Benchmark;
import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.CellResult;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.StatusLine;
import java.util.Locale;

/**
 * A benchmark as it happens: one redrawn line on a screen, elsewhere one line for each run.
 *
 * <p>Thread-safe: a clock redraws between events.
 */
final class BenchProgress implements Benchmark.Listener, AutoCloseable {
  private final StatusLine screen;
  private String current = "";
  private long started = System.nanoTime();

  BenchProgress(Console console) {
    screen = console.statusLine(this::text);
  }

  private synchronized String text() {
    double seconds = (System.nanoTime() - started) / 1e9;
    return current.isEmpty() ? "" : current + "; " + wholeSeconds(Math.floor(seconds));
  }

  @Override
  public void started(BenchmarkRun run, Benchmark.Position position) {
    synchronized (this) {
      started = System.nanoTime();
      current = "%s  %s%s".formatted(count(position), run, toGo(position));
    }
    screen.redraw();
  }

  @Override
  public void finished(BenchmarkRun run, CellResult result, Benchmark.Position position) {
    screen.print(
        "%s  %s: %s in %s%s"
            .formatted(
                count(position),
                run,
                outcome(result),
                Format.seconds(result.cost().seconds()),
                toGo(position)));
  }

  private static String outcome(CellResult result) {
    return result
        .scores()
        .map(
            scores ->
                String.format(Locale.ROOT, "ACC %.3f  NMI %.3f", scores.accuracy(), scores.nmi()))
        .orElseGet(() -> result.failure().map(failure -> "failed: " + failure.kind()).orElse(""));
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
    return Format.seconds(seconds).replace(".0 s", " s");
  }

  @Override
  public void close() {
    screen.close();
  }
}
