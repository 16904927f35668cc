package io.coterie.dashboard;

import io.coterie.json.Json;
import java.util.Map;
import java.util.TreeMap;

/**
 * An answer of a live page's server.
 *
 * @param status of HTTP
 * @param type of the body
 * @param body as text
 * @param header more lines
 */
public record Answer(int status, String type, String body, Map<String, String> header) {
  public Answer {
    header = Map.copyOf(header);
  }

  public static Answer json(Object document) {
    return new Answer(200, "application/json", Json.text(document), Map.of());
  }

  public static Answer text(String type, String body) {
    return new Answer(200, type, body, Map.of());
  }

  public static Answer problem(int status, String message) {
    return new Answer(status, "application/json", Json.text(Map.of("error", message)), Map.of());
  }

  public Answer with(String name, String value) {
    Map<String, String> more = new TreeMap<>(header);
    more.put(name, value);
    return new Answer(status, type, body, more);
  }
}
