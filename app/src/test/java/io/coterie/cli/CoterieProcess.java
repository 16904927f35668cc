package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.testing.Await;
import io.coterie.testing.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command of the command line as a process of its own, whose words are in a file. */
final class CoterieProcess implements AutoCloseable {
  /** Far above what any command of the tests takes; a process that lives longer hangs. */
  private static final long MOST_SECONDS = 240;

  private final Process process;
  private final Path log;

  private CoterieProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  static CoterieProcess start(Path log, List<String> words) throws IOException {
    return start(log, "128m", words);
  }

  /** Starts a command with so much heap; what it prints is added to the log. */
  static CoterieProcess start(Path log, String heap, List<String> words) throws IOException {
    List<String> command = JavaCommand.of(heap, Main.class.getName(), words);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    return new CoterieProcess(builder.start(), log);
  }

  /** Sends a signal such as "STOP" or "CONT". */
  void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends the process as kill -9 does. */
  void kill() throws InterruptedException {
    int unused = process.destroyForcibly().waitFor();
  }

  /** Ends the process as kill does, and waits for it. */
  int terminate() throws InterruptedException {
    process.destroy();
    return await();
  }

  /** Returns whether the process ends within a time. */
  boolean endsWithin(Duration time) throws InterruptedException {
    return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Waits for the end and returns the exit code. */
  int await() throws InterruptedException {
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("The process hangs; it said:\n" + said());
    }
    return process.exitValue();
  }

  /** Returns whether the process has said something, waiting for it while it lives. */
  boolean awaitWords(String words) {
    boolean unused =
        Await.isMetWithin(
            () -> !process.isAlive() || said().contains(words), Duration.ofSeconds(MOST_SECONDS));
    return said().contains(words);
  }

  String said() {
    try {
      return Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
