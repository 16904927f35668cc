package io.coterie.cli.options;

import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/** A command that prints, as every one can: text for people, or one JSON document for programs. */
public abstract class ConsoleCommand implements Callable<Integer> {
  private final FormatOptions output = new FormatOptions();
  private Terminal terminal;

  /** Adds the options on output, after the command's own, and lets it print to a terminal. */
  public final void attach(CommandSpec spec, Terminal target) {
    spec.addMixin("output", CommandSpec.forAnnotatedObject(output));
    terminal = target;
  }

  @Override
  public final Integer call() {
    return execute(output.console(terminal));
  }

  protected abstract int execute(Console console);

  protected final Terminal terminal() {
    return terminal;
  }
}
