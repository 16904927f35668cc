package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.CoterieException;
import io.coterie.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The CPU times of an earlier run, to say what got slower.
 *
 * @param source where they are from; empty if there was no such run
 * @param cpuSeconds by the keys of rows
 * @param machine on which they were taken
 */
public record Earlier(String source, Map<String, Double> cpuSeconds, String machine) {
  /** Above this multiple of the earlier CPU time a row is warned of. */
  static final double SLOWER = 1.2;

  public Earlier {
    cpuSeconds = Map.copyOf(cpuSeconds);
  }

  public static Earlier none() {
    return new Earlier("", Map.of(), "");
  }

  public static Earlier read(Path file) {
    JsonNode document;
    try {
      document = Json.parse(Files.readString(file));
    } catch (IOException | IllegalArgumentException e) {
      throw CoterieException.badData(
          "--before %s cannot be read (%s); name a speed.json or growth.json of an earlier run."
              .formatted(file, e.getClass().getSimpleName()));
    }
    if (document.path("schema_version").asInt() != CostReport.SCHEMA_VERSION
        || !document.path("tables").isArray()) {
      throw CoterieException.badData(
          "--before %s has no tables of schema version %d; name a speed.json or growth.json."
              .formatted(file, CostReport.SCHEMA_VERSION));
    }
    Map<String, Double> known = new HashMap<>();
    for (JsonNode table : document.path("tables")) {
      for (JsonNode row : table.path("rows")) {
        if (row.path("compared_cpu_seconds").isNumber()) {
          known.put(row.path("key").asText(), row.path("compared_cpu_seconds").asDouble());
        }
      }
    }
    return new Earlier(
        file.getFileName().toString(), known, Machine.words(document.path("machine")));
  }

  boolean isNone() {
    return source.isEmpty();
  }

  OptionalDouble ratio(CostTable table, Row row) {
    Double then = cpuSeconds.get(table.key(row));
    return then == null || then == 0 || row.costs().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(row.costs().get().comparedCpuSeconds() / then);
  }
}
