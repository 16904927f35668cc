package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.coterie.bench.speed.Row.Costs;
import io.coterie.json.Json;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Where contenders run, one after the other.
 *
 * @param heap the largest heap of ours, as in -Xmx
 * @param python has the peers, where there is one
 * @param progress takes a line for each contender that has ended
 */
record ProcessRunner(
    Scratch scratch, String heap, Optional<Python> python, Consumer<String> progress) {
  /** Options of this process that a child needs to run as fast as it does. */
  private static final List<String> PASSED_ON =
      List.of("-XX:", "-Xshare:", "-Xlog:disable", "--enable-native-access=");

  private static final int MOST_WORDS = 200;

  /**
   * A contender that has ended.
   *
   * @param row what it cost
   * @param said the JSON document that it printed
   */
  record Ended(Row row, JsonNode said) {
    boolean isMeasured() {
      return row.costs().isPresent();
    }

    /** Returns the row with the scores that {@code coterie simulate --format json} prints. */
    Row scored() {
      JsonNode scores = said.at("/data/scores");
      return isMeasured() && scores.has("accuracy")
          ? row.withScores(scores.path("accuracy").asDouble(), scores.path("nmi").asDouble())
          : row;
    }
  }

  /**
   * Runs a class of ours in the Java of this process, started again with the class path and the
   * options that the launcher gave it, but for the heap.
   */
  Ended java(String contender, String mainClass, String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (PASSED_ON.stream().anyMatch(option::startsWith)) {
        command.add(option);
      }
    }
    command.addAll(List.of("-Xmx" + heap, "-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of(words));
    return run(contender, new ProcessBuilder(command));
  }

  Ended kernel(String contender, String kernel, Path folder, int... numbers) {
    return java(
        contender,
        Kernel.class.getName(),
        Stream.concat(
                Stream.of(kernel, folder.toString()),
                Arrays.stream(numbers).mapToObj(Integer::toString))
            .toArray(String[]::new));
  }

  /** Runs a step of peers.py; without Python its row explains what to install. */
  Ended peer(String contender, String... words) {
    return python
        .map(found -> run(contender, found.process(words)))
        .orElseGet(
            () -> new Ended(Row.notMeasured(contender, Python.MISSING), MissingNode.getInstance()));
  }

  /** Runs a contender; one that fails becomes a row that says so. */
  Ended run(String contender, ProcessBuilder process) {
    MeasuredProcess ended = MeasuredProcess.run(process, scratch.folder());
    JsonNode said = parsed(ended.out());
    Row row =
        ended.exitCode() == 0 && said.isObject()
            ? new Row(contender, Optional.of(costs(ended.costs(), said)), Optional.empty(), "")
            : Row.notMeasured(
                contender,
                "it ended with exit code %d%s".formatted(ended.exitCode(), lastWords(ended.err())));
    progress.accept(
        row.costs()
            .map(
                costs ->
                    String.format(
                        Locale.ROOT,
                        "%s: %.1f CPU s, %.1f s",
                        contender,
                        costs.cpuSeconds(),
                        costs.wallSeconds()))
            .orElse(contender + ": " + row.note()));
    return new Ended(row, said);
  }

  private static JsonNode parsed(String out) {
    try {
      return Json.parse(out);
    } catch (IllegalArgumentException e) {
      return MissingNode.getInstance();
    }
  }

  private static Costs costs(Costs process, JsonNode said) {
    return said.path("cpu_seconds").isNumber()
        ? process.withStep(
            said.path("cpu_seconds").asDouble(), said.path("wall_seconds").asDouble())
        : process;
  }

  private static String lastWords(String err) {
    String last = err.lines().reduce("", (before, line) -> line.isBlank() ? before : line).strip();
    return last.isEmpty() ? "" : ": " + last.substring(0, Math.min(last.length(), MOST_WORDS));
  }
}
