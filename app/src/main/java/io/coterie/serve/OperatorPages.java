package io.coterie.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.coterie.store.Json;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What the operator's endpoint answers. */
final class OperatorPages {
  static final String HEALTH = "/health";

  /** Lines of one answer; whoever wants more asks for those after the last. */
  private static final int MOST_LINES = 1000;

  private final Coordinator coordinator;
  private final String software;
  private final Metrics metrics;
  private final Map<String, Function<Map<String, String>, OperatorPage>> read =
      Map.of(
          HEALTH,
          query -> health(),
          "/status",
          query -> status(),
          "/metrics",
          query -> metrics(),
          "/events",
          this::events);
  private final Map<String, Function<Map<String, String>, OperatorPage>> act =
      Map.of("/stop", this::stop, "/close-round", this::closeRound);

  OperatorPages(Coordinator coordinator, String software) {
    this.coordinator = coordinator;
    this.software = software;
    this.metrics = new Metrics(software, System.nanoTime());
  }

  OperatorPage answer(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    boolean isRead = read.containsKey(path);
    if (!isRead && !act.containsKey(path)) {
      return OperatorPage.problem(404, "there is no such page");
    }
    String method = isRead ? "GET" : "POST";
    if (!exchange.getRequestMethod().equals(method)) {
      return OperatorPage.problem(405, "use " + method).with("Allow", method);
    }
    Map<String, String> query;
    try {
      query = query(exchange.getRequestURI().getRawQuery());
    } catch (IllegalArgumentException e) {
      return OperatorPage.problem(400, "the query cannot be read");
    }
    return (isRead ? read : act).get(path).apply(query);
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new HashMap<>();
    for (String part : raw == null ? new String[0] : raw.split("&", -1)) {
      int mark = part.indexOf('=');
      if (mark > 0) {
        query.put(part.substring(0, mark), URLDecoder.decode(part.substring(mark + 1), UTF_8));
      }
    }
    return query;
  }

  private OperatorPage health() {
    return OperatorPage.json(Json.object().put("status", "ok").put("coterie", software));
  }

  private OperatorPage status() {
    ObjectNode document = Json.object().put("coterie", software).put("port", coordinator.port());
    ArrayNode studies = document.putArray("studies");
    coordinator.status().forEach(study -> studies.add(StatusJson.of(study)));
    return OperatorPage.json(document);
  }

  private OperatorPage metrics() {
    return OperatorPage.text(
        "text/plain; version=0.0.4; charset=utf-8",
        metrics.text(coordinator.status(), System.nanoTime()));
  }

  private OperatorPage events(Map<String, String> query) {
    String study = query.getOrDefault("study", "");
    String after = query.getOrDefault("after", "0");
    if (!after.matches("[0-9]{1,18}")) {
      return OperatorPage.problem(400, "after is a sequence number");
    }
    Optional<List<HistoryLine>> lines = coordinator.history(study, Long.parseLong(after));
    if (lines.isEmpty()) {
      return unknown();
    }
    ObjectNode document = Json.object().put("study", study);
    ArrayNode events = document.putArray("events");
    lines.get().stream().limit(MOST_LINES).forEach(line -> events.add(line.json()));
    return OperatorPage.json(document.put("more", lines.get().size() > MOST_LINES));
  }

  private OperatorPage stop(Map<String, String> query) {
    String study = query.getOrDefault("study", "");
    return done(
        study,
        coordinator.stop(
            study, "The operator stopped the study. Go on with coterie resume, or begin another."));
  }

  private OperatorPage closeRound(Map<String, String> query) {
    String study = query.getOrDefault("study", "");
    return done(study, coordinator.closeRound(study));
  }

  private OperatorPage done(String study, boolean isDone) {
    if (isDone) {
      return OperatorPage.json(Json.object().put("study", study).put("done", true));
    }
    return coordinator.status().stream().noneMatch(known -> known.study().equals(study))
        ? unknown()
        : OperatorPage.problem(409, "the study has ended, or waits for nobody just now");
  }

  private OperatorPage unknown() {
    List<String> known = coordinator.status().stream().map(StudyStatus::study).toList();
    return OperatorPage.problem(
        404, "name a study that runs here with ?study=: " + Sites.names(known));
  }
}
