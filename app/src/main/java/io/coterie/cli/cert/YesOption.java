package io.coterie.cli.cert;

import io.coterie.CoterieException;
import io.coterie.terminal.Terminal;
import java.nio.charset.Charset;
import java.util.NoSuchElementException;
import java.util.Scanner;
import picocli.CommandLine.Option;

/** The question before a step that trusts somebody. */
final class YesOption {
  @Option(names = "--yes", description = "Do not ask; you have compared already.")
  boolean yes;

  /** Asks whoever watches; where nobody does, nothing is done without --yes. */
  void confirm(Terminal terminal, String question) {
    if (yes) {
      return;
    }
    if (!terminal.errIsScreen()) {
      throw CoterieException.usage(question + " Compare first, then say --yes.");
    }
    terminal.err().printf("%s Type yes to go on: ", question);
    terminal.err().flush();
    if (!answer().equals("yes")) {
      throw CoterieException.usage("Nothing was done: the answer was not yes.");
    }
  }

  private static String answer() {
    try {
      return new Scanner(System.in, Charset.defaultCharset()).nextLine().strip();
    } catch (NoSuchElementException e) {
      return ""; // nobody is at the keyboard
    }
  }
}
