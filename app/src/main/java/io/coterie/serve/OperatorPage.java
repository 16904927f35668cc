package io.coterie.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.store.Json;
import java.util.Map;

/**
 * An answer of the operator's endpoint.
 *
 * @param status of HTTP
 * @param type of the body
 * @param body as text
 * @param header more lines
 */
record OperatorPage(int status, String type, String body, Map<String, String> header) {
  OperatorPage {
    header = Map.copyOf(header);
  }

  static OperatorPage json(ObjectNode document) {
    return new OperatorPage(200, "application/json", Json.text(document), Map.of());
  }

  static OperatorPage text(String type, String body) {
    return new OperatorPage(200, type, body, Map.of());
  }

  static OperatorPage problem(int status, String message) {
    return new OperatorPage(
        status, "application/json", Json.text(Json.object().put("error", message)), Map.of());
  }

  OperatorPage with(String name, String value) {
    return new OperatorPage(status, type, body, Map.of(name, value));
  }
}
