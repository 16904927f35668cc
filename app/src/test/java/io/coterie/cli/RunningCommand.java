package io.coterie.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** A command that runs within the test, on a thread of its own, and its output so far. */
final class RunningCommand {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CompletableFuture<CommandRun> end;

  private RunningCommand(String... arguments) {
    this.end =
        CompletableFuture.supplyAsync(
            () -> run(arguments), command -> new Thread(command, arguments[0]).start());
  }

  static RunningCommand start(Object... words) {
    return new RunningCommand(Arrays.stream(words).map(Object::toString).toArray(String[]::new));
  }

  private CommandRun run(String... arguments) {
    int exitCode =
        Main.run(
            arguments,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new CommandRun(exitCode, out(), err.toString(StandardCharsets.UTF_8));
  }

  /** Returns what it has printed so far as its result. */
  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  CompletableFuture<CommandRun> end() {
    return end;
  }
}
