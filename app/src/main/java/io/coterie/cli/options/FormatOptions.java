package io.coterie.cli.options;

import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import picocli.CommandLine.Option;

/** How a command talks; the same for all. */
public final class FormatOptions {
  @Option(
      names = "--format",
      paramLabel = "text|json",
      defaultValue = "text",
      description = "Print text, or one JSON document. Default: ${DEFAULT-VALUE}.")
  public String format;

  @Option(names = "--no-color", description = "No colours, as with NO_COLOR in the environment.")
  boolean noColor;

  @Option(names = "--quiet", description = "Print warnings and errors only.")
  boolean quiet;

  @Option(names = "--stacktrace", description = "Show where in the program an error arose.")
  boolean stacktrace;

  public Console console(Terminal terminal) {
    boolean json = Choice.of("--format", format, "text", "json").equals("json");
    boolean colours = !noColor && System.getenv("NO_COLOR") == null;
    return new Console(terminal, json, quiet, colours);
  }
}
