package io.coterie.terminal;

import static io.coterie.terminal.RoundNames.words;

import io.coterie.Seconds;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunListener.RunEvent;
import io.coterie.federation.RunListener.RunEvent.Direction;
import java.io.PrintStream;
import java.util.Locale;

/**
 * A run as it happens: one redrawn line on a screen; elsewhere a line for each stretch of rounds
 * that ask the same, and one at least every ten seconds.
 *
 * <p>Thread-safe: a clock redraws between events.
 */
public final class Progress implements RunListener, AutoCloseable {
  private static final double PLAIN_LINE_SECONDS = 10;

  private final StatusLine screen;
  private final long start = System.nanoTime();
  private int firstRound = 1;
  private int round;
  private String question = "";
  private long bytesOut;
  private double lastLine;
  private WorkClock work = new WorkClock(1);

  Progress(PrintStream err, StatusLine.Mode mode) {
    screen = new StatusLine(err, mode, this::text);
  }

  @Override
  public synchronized void on(RunEvent event) {
    if (event instanceof RunEvent.Started started) {
      work = new WorkClock(started.sites().size());
    } else if (event instanceof RunEvent.Working working) {
      work.take(working.site(), working.progress(), seconds());
      if (seconds() - lastLine > PLAIN_LINE_SECONDS) {
        line();
        firstRound = round;
      }
    } else if (event instanceof RunEvent.RoundStarted started) {
      String asked =
          RoundNames.opensFormer(started.question()) ? question : words(started.question());
      boolean isNew = !asked.equals(question);
      if (round > 0 && (isNew || seconds() - lastLine > PLAIN_LINE_SECONDS)) {
        line();
        firstRound = started.round();
      }
      firstRound = isNew ? started.round() : firstRound;
      round = started.round();
      question = asked;
      work.rest();
      screen.redraw();
    } else if (event instanceof RunEvent.MessageSent sent
        && sent.direction() == Direction.FROM_SITE) {
      bytesOut += sent.message().bytes();
    } else if (event instanceof RunEvent.RoundEnded) {
      screen.redraw();
    } else if (event instanceof RunEvent.Finished) {
      line();
      question = words("scores");
      work.rest();
      screen.redraw();
    }
  }

  private synchronized String text() {
    return round == 0 ? "" : "round %-3d  %s%s".formatted(round, status(), rate());
  }

  private void line() {
    String rounds =
        firstRound == round ? "round " + round : "rounds %d-%d".formatted(firstRound, round);
    screen.print(String.format(Locale.ROOT, "%-14s%s", rounds, status()));
    lastLine = seconds();
  }

  @Override
  public void close() {
    screen.close();
  }

  private String status() {
    if (work.isGoing()) {
      return work.words();
    }
    return "%-29s %-13s%s left the sites"
        .formatted(question, Format.seconds(seconds()), Format.bytes(bytesOut));
  }

  /** How fast bytes leave the sites, on average; not while sites work, who tell of that. */
  private String rate() {
    return work.isGoing() || seconds() < 1 || bytesOut == 0
        ? ""
        : ", %s/s".formatted(Format.bytes(Math.round(bytesOut / seconds())));
  }

  private double seconds() {
    return Seconds.since(start);
  }
}
