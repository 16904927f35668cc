package io.coterie.terminal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.PeerText;
import io.coterie.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
import java.util.function.Supplier;

/** What a command says, as text for people or as one JSON document for programs. */
public final class Console {
  public static final int SCHEMA_VERSION = 1;

  private final Terminal terminal;
  private final boolean json;
  private final boolean quiet;
  private final boolean verbose;
  private final boolean colours;
  private final List<String> warnings = new ArrayList<>();

  public Console(Terminal terminal, boolean json, boolean quiet, boolean colours) {
    this(terminal, json, quiet, false, colours);
  }

  /**
   * Makes a console.
   *
   * @param verbose whether terms of a method are printed, too
   */
  public Console(Terminal terminal, boolean json, boolean quiet, boolean verbose, boolean colours) {
    this.terminal = terminal;
    this.json = json;
    this.quiet = quiet;
    this.verbose = verbose;
    this.colours = colours;
  }

  /** Prints lines of a result for people. */
  public void say(String... lines) {
    if (!json && !quiet) {
      for (String line : lines) {
        terminal.out().println(Ansi.clean(line, colours && terminal.outIsScreen()));
      }
    }
  }

  public void title(String title) {
    say(paint(Ansi.BOLD, title));
  }

  public void say(Table table, String... after) {
    say(table.lines(this).toArray(String[]::new));
    say(after);
  }

  /** Asks the person at the keyboard for a yes; anything else is a no. */
  public boolean asks(String question) {
    terminal.err().print(PeerText.lines(question) + " [y/N] ");
    terminal.err().flush();
    Scanner input = new Scanner(System.in, StandardCharsets.UTF_8);
    String answer = input.hasNextLine() ? input.nextLine() : "";
    return answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
  }

  /** Tells of something that is not wrong but should be known. */
  public void warn(String message) {
    String shown = PeerText.lines(message);
    warnings.add(shown);
    terminal
        .err()
        .println(Ansi.YELLOW.on("warning:", colours && terminal.errIsScreen()) + " " + shown);
  }

  public boolean isJson() {
    return json;
  }

  /** Returns whether terms that only those who know the method need are printed, too. */
  public boolean isVerbose() {
    return verbose;
  }

  /** Returns whether a person reads what is said. */
  public boolean hasScreen() {
    return terminal.outIsScreen() && !json && !quiet;
  }

  /** Clears the screen, where there is one. */
  public void clear() {
    if (hasScreen()) {
      terminal.out().print(Ansi.CLEAR_SCREEN);
    }
  }

  public String paint(Ansi paint, String text) {
    return paint.on(text, colours && terminal.outIsScreen());
  }

  /** Returns a view of a run as it happens, to be closed when it has ended. */
  public Progress progress() {
    return new Progress(terminal.err(), progressMode());
  }

  /** Returns a line of progress, to be closed when the work has ended. */
  public StatusLine statusLine(Supplier<String> text) {
    return new StatusLine(terminal.err(), progressMode(), text);
  }

  /** Tells how far a long command has come, in a line that stays. */
  public void progress(String line) {
    if (progressMode() != StatusLine.Mode.OFF) {
      terminal.err().println(PeerText.lines(line));
    }
  }

  private StatusLine.Mode progressMode() {
    if (quiet || (json && !terminal.errIsScreen())) {
      return StatusLine.Mode.OFF;
    }
    return terminal.errIsScreen() ? StatusLine.Mode.REDRAWN : StatusLine.Mode.LINES;
  }

  /** Prints the JSON document of a command that went well, if JSON is asked for. */
  public void finish(Object data) {
    finish(data, 0);
  }

  /** Prints the JSON document of a command that ends with the given exit code. */
  public void finish(Object data, int exitCode) {
    if (json) {
      ObjectNode document = Json.tree(data);
      warnings.forEach(document.putArray("warnings")::add);
      terminal.out().print(document(document, exitCode));
    }
    terminal.out().flush();
  }

  /** What every command prints for programs. */
  private record Envelope(int schemaVersion, String status, int exitCode, Object data) {}

  public static String document(Object data, int exitCode) {
    return PeerText.escaped(
        Json.text(new Envelope(SCHEMA_VERSION, exitCode == 0 ? "ok" : "error", exitCode, data)));
  }
}
