package io.coterie.terminal;

import io.coterie.PeerText;
import java.io.PrintStream;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;

/**
 * How far a long command is: one line that is redrawn on a screen, elsewhere lines that stay.
 * Closing it clears the screen's line.
 *
 * <p>Thread-safe: a clock redraws between events.
 */
public final class StatusLine implements AutoCloseable {
  private static final String CLEAR = "\r\u001b[2K";
  private static final long TICK_MILLISECONDS = 500;
  private static final int MOST_CHARACTERS = 500;

  /** What the error stream can show. */
  enum Mode {
    OFF,
    LINES,
    REDRAWN
  }

  private final PrintStream err;
  private final Mode mode;
  private final Supplier<String> text;
  private final Timer clock = new Timer("progress", true);
  private boolean isDrawn;
  private boolean isClosed;

  /** A line whose text is asked for at each redrawing; an empty text draws nothing. */
  StatusLine(PrintStream err, Mode mode, Supplier<String> text) {
    this.err = err;
    this.mode = mode;
    this.text = text;
    if (mode == Mode.REDRAWN) {
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

  /** Draws the current text, on a screen. */
  public void redraw() {
    if (mode == Mode.REDRAWN) {
      draw(text.get()); // asked for without the lock: the text may have one of its own
    }
  }

  private synchronized void draw(String line) {
    if (!isClosed && !line.isEmpty()) {
      err.print(CLEAR + PeerText.line(line, MOST_CHARACTERS));
      err.flush();
      isDrawn = true;
    }
  }

  /** Prints a line that stays, where there is no screen. */
  public void print(String line) {
    if (mode == Mode.LINES) {
      err.println(PeerText.lines(line));
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
