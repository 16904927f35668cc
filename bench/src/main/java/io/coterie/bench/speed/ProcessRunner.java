package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.coterie.store.Json;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * Where contenders run, one after the other.
 *
 * @param scratch for their files
 * @param java for ours
 * @param progress takes a line for each contender that has ended
 */
record ProcessRunner(Scratch scratch, OwnJava java, Consumer<String> progress) {
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
  }

  /** Runs a contender; one that fails becomes a row that says so. */
  Ended run(String contender, ProcessBuilder process) {
    MeasuredProcess ended = MeasuredProcess.run(process, scratch.folder());
    JsonNode said = parsed(ended.out());
    Row row =
        ended.exitCode() == 0 && said.isObject()
            ? new Row(contender, Optional.of(costs(ended.cost(), said)), Optional.empty(), "")
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
                        costs.process().cpuSeconds(),
                        costs.process().wallSeconds()))
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

  private static Costs costs(ProcessCost process, JsonNode said) {
    return said.path("cpu_seconds").isNumber()
        ? new Costs(
            process,
            OptionalDouble.of(said.path("cpu_seconds").asDouble()),
            OptionalDouble.of(said.path("wall_seconds").asDouble()))
        : Costs.ofWhole(process);
  }

  private static String lastWords(String err) {
    String last = err.lines().reduce("", (before, line) -> line.isBlank() ? before : line).strip();
    return last.isEmpty() ? "" : ": " + last.substring(0, Math.min(last.length(), MOST_WORDS));
  }
}
