package io.coterie.cli;

import java.io.PrintStream;
import java.util.Timer;
import java.util.TimerTask;

/**
 * One line that shows how far something has come. A screen shows it drawn anew after each event and
 * with each tick of a clock; closing it clears the screen's line. Elsewhere lines are printed below
 * each other.
 *
 * <p>Thread-safe: the clock draws between events, under the lock of this object.
 */
abstract class StatusLine implements AutoCloseable {
  private static final String CLEAR = "\r\u001b[2K";

  private final PrintStream err;
  private final Progress.Mode mode;
  private final Timer clock = new Timer("progress", true);
  private boolean isDrawn;
  private boolean isClosed;

  StatusLine(PrintStream err, Progress.Mode mode) {
    this.err = err;
    this.mode = mode;
  }

  /** Starts the clock of a screen; the last act of a constructor. */
  final void start(long tickMilliseconds) {
    if (mode == Progress.Mode.REDRAWN) {
      TimerTask tick =
          new TimerTask() {
            @Override
            public void run() {
              redraw();
            }
          };
      clock.schedule(tick, tickMilliseconds, tickMilliseconds);
    }
  }

  /** Returns what a screen is to show now; empty for nothing. Called under the lock. */
  abstract String text();

  final synchronized void redraw() {
    if (mode == Progress.Mode.REDRAWN && !isClosed && !text().isEmpty()) {
      err.print(CLEAR + text());
      err.flush();
      isDrawn = true;
    }
  }

  /** Prints a line that stays, where there is no screen. */
  final synchronized void print(String line) {
    if (mode == Progress.Mode.LINES) {
      err.println(line);
    }
  }

  @Override
  public synchronized void close() {
    clock.cancel();
    if (isDrawn && !isClosed) {
      err.print(CLEAR);
      err.flush();
    }
    isClosed = true;
  }
}
