package io.coterie.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.CellResult.Scores;
import io.coterie.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a run that was followed got to its answer, round by round.
 *
 * @param points in the order in which they were passed
 */
public record LearningCurve(List<Point> points) {
  /** The stage of the last point: what the run answered. */
  public static final String ANSWER = "answer";

  public LearningCurve {
    points = List.copyOf(points);
  }

  public static LearningCurve none() {
    return new LearningCurve(List.of());
  }

  public record Place(String stage, int round) {}

  /**
   * What is known after a round.
   *
   * @param scores of the labels that the sites would have answered, where there were any
   * @param signals of the method, which need no label
   */
  public record Point(Place place, Optional<Scores> scores, Map<String, Double> signals) {
    public Point {
      signals = Map.copyOf(signals);
    }
  }

  void writeTo(ObjectNode node) {
    if (points.isEmpty()) {
      return;
    }
    ArrayNode array = node.putArray("course");
    for (Point point : points) {
      ObjectNode one =
          array.addObject().put("stage", point.place.stage).put("round", point.place.round);
      point.scores.ifPresent(scores -> one.setAll(Json.tree(scores)));
      new TreeMap<>(point.signals).forEach(one.putObject("signals")::put);
    }
  }

  static LearningCurve of(JsonNode node) {
    List<Point> points = new ArrayList<>();
    for (JsonNode one : node.path("course")) {
      Map<String, Double> signals = new TreeMap<>();
      one.path("signals")
          .properties()
          .forEach(signal -> signals.put(signal.getKey(), signal.getValue().asDouble()));
      points.add(
          new Point(
              new Place(one.path("stage").asText(), one.path("round").asInt()),
              one.has("acc") ? Optional.of(Json.read(one, Scores.class)) : Optional.empty(),
              signals));
    }
    return new LearningCurve(points);
  }
}
