package io.coterie.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that start another Java with the class path of the tests. */
public final class JavaCommand {
  /** For processes that live for seconds: what a longer life would pay back only costs them. */
  public static final List<String> SHORT_LIVED =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

  private JavaCommand() {}

  /** Returns the command that runs a class in a short-lived process with a heap such as "64m". */
  public static List<String> of(String heap, String main, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + heap));
    command.addAll(SHORT_LIVED);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(arguments);
    return command;
  }
}
