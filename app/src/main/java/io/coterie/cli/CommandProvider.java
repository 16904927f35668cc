package io.coterie.cli;

import picocli.CommandLine;

/** A command of an add-on, found by {@link java.util.ServiceLoader}. */
public interface CommandProvider {
  /** Returns the word after {@code coterie} that runs it. */
  String name();

  /** Returns the command with its subcommands. */
  CommandLine command();
}
