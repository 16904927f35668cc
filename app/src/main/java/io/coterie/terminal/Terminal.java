package io.coterie.terminal;

import java.io.PrintStream;

/**
 * Where a command prints.
 *
 * @param out results
 * @param err progress, warnings and errors
 * @param outIsScreen whether a person watches {@code out}, so that colours make sense
 * @param errIsScreen whether a person watches {@code err}, so that a line can be redrawn
 */
public record Terminal(PrintStream out, PrintStream err, boolean outIsScreen, boolean errIsScreen) {
  /** Returns the process's own streams; only the launcher can know which of them are screens. */
  public static Terminal ofProcess() {
    return new Terminal(System.out, System.err, isScreen("out"), isScreen("err"));
  }

  /** Returns whether a person can be asked something; only the launcher can know. */
  public static boolean hasKeyboard() {
    return isScreen("in");
  }

  private static boolean isScreen(String stream) {
    return Boolean.getBoolean("coterie.screen." + stream);
  }
}
