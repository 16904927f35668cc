package io.coterie.cli;

import io.coterie.federation.RunEvent;
import io.coterie.federation.RunEvent.Direction;
import io.coterie.federation.RunListener;
import java.io.PrintStream;
import java.util.Locale;

/**
 * A run as it happens: one redrawn line on a screen; elsewhere a line for each stretch of rounds
 * that ask the same, and one at least every ten seconds.
 *
 * <p>Not thread-safe; a run reports on one thread at a time.
 */
final class Progress implements RunListener {
  private static final double PLAIN_LINE_SECONDS = 10;

  private final PrintStream err;
  private final boolean redraws;
  private final long start = System.nanoTime();
  private int firstRound = 1;
  private int round;
  private String question = "";
  private long bytesOut;
  private double lastLine;

  Progress(PrintStream err, boolean redraws) {
    this.err = err;
    this.redraws = redraws;
  }

  @Override
  public void on(RunEvent event) {
    if (event instanceof RunEvent.RoundStarted started) {
      boolean isNew = !started.question().equals(question);
      if (!redraws && round > 0 && (isNew || seconds() - lastLine > PLAIN_LINE_SECONDS)) {
        line();
        firstRound = started.round();
      }
      firstRound = isNew ? started.round() : firstRound;
      round = started.round();
      question = started.question();
      redraw();
    } else if (event instanceof RunEvent.MessageSent sent
        && sent.direction() == Direction.FROM_SITE) {
      bytesOut += sent.message().bytes();
    } else if (event instanceof RunEvent.RoundEnded) {
      redraw();
    } else if (event instanceof RunEvent.Finished) {
      if (redraws) {
        err.print("\r\u001b[2K");
        err.flush();
      } else if (round > 0) {
        line();
      }
    }
  }

  private void redraw() {
    if (redraws) {
      err.print("\r\u001b[2K" + "round %d  %s".formatted(round, status()));
      err.flush();
    }
  }

  private void line() {
    String rounds =
        firstRound == round ? "round " + round : "rounds %d-%d".formatted(firstRound, round);
    err.println(String.format(Locale.ROOT, "%-14s%s", rounds, status()));
    lastLine = seconds();
  }

  private String status() {
    return "%-28s%-10s%s left the sites"
        .formatted(words(question), Amounts.seconds(seconds()), Amounts.bytes(bytesOut));
  }

  private double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  /** Returns a kind of question in words. */
  static String words(String question) {
    return switch (question) {
      case "prepare" -> "sums over the features";
      case "question" -> "small groups of records";
      case "anchors" -> "sums around the anchors";
      case "refinement-start" -> "sums by cluster";
      case "mixtures" -> "sums for Gaussian mixtures";
      default -> question.replace('-', ' ');
    };
  }
}
