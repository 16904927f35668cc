package io.coterie.cli.options;

import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** A command that prints, as every one can: text for people, or one JSON document for programs. */
public abstract class ConsoleCommand implements Callable<Integer> {
  private final Output output = new Output();
  private Terminal terminal;

  /** Adds the options on output, after the command's own, and lets it print to a terminal. */
  public final void attach(CommandSpec spec, Terminal target) {
    spec.addMixin("output", CommandSpec.forAnnotatedObject(output));
    terminal = target;
  }

  @Override
  public final Integer call() {
    boolean json = Choice.of("--format", output.format, "text", "json").equals("json");
    boolean colours = !output.noColor && System.getenv("NO_COLOR") == null;
    return execute(new Console(terminal, json, output.quiet, output.verbose, colours));
  }

  protected abstract int execute(Console console);

  protected final Terminal terminal() {
    return terminal;
  }

  /** How a command talks; the same for all. */
  static final class Output {
    @Option(
        names = "--format",
        paramLabel = "text|json",
        defaultValue = "text",
        description = "Print text, or one JSON document. Default: ${DEFAULT-VALUE}.")
    String format;

    @Option(names = "--no-color", description = "No colours, as with NO_COLOR in the environment.")
    boolean noColor;

    @Option(names = "--quiet", description = "Print warnings and errors only.")
    boolean quiet;

    @Option(
        names = "--verbose",
        description =
            "Print what only those who know the method need, too; run.json always has it.")
    boolean verbose;

    @Option(names = "--stacktrace", description = "Show where in the program an error arose.")
    boolean stacktrace;
  }
}
