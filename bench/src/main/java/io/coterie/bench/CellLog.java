package io.coterie.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The finished runs of an output folder, one JSON object in each line of cells.jsonl. A line is
 * written when its run has ended, so that a benchmark that was killed goes on where it was; of two
 * lines with one key the later counts.
 *
 * <p>Not thread-safe.
 */
public final class CellLog {
  static final String FILE = "cells.jsonl";

  private final Path file;
  private final Map<String, CellResult> results = new HashMap<>();

  private CellLog(Path file) {
    this.file = file;
  }

  /** Opens the log of a folder, which is made if it does not exist. */
  public static CellLog open(Path folder) {
    CellLog log = new CellLog(folder.resolve(FILE));
    try {
      Files.createDirectories(folder);
      if (Files.exists(log.file)) {
        log.load();
      }
    } catch (IOException e) {
      throw BenchFolder.unwritten(log.file, e);
    }
    return log;
  }

  private void load() throws IOException {
    String text = Files.readString(file);
    text.lines().forEach(this::take);
    if (!text.isEmpty() && !text.endsWith("\n")) {
      append("\n"); // a kill cut the last line short; the next must not join it
    }
  }

  private void take(String line) {
    try {
      JsonNode node = Json.parse(line);
      if (node.hasNonNull("key") && node.hasNonNull("status")) {
        results.put(node.path("key").asText(), CellResult.of(node));
      }
    } catch (IllegalArgumentException e) {
      // A line cut short by a kill: its run is done again.
    }
  }

  Optional<CellResult> find(String key) {
    return Optional.ofNullable(results.get(key));
  }

  void add(String key, ObjectNode cell, CellResult result) {
    ObjectNode line = cell.deepCopy().put("key", key);
    result.writeTo(line);
    try {
      append(Json.line(line) + "\n");
    } catch (IOException e) {
      throw BenchFolder.unwritten(file, e);
    }
    results.put(key, result);
  }

  private void append(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
