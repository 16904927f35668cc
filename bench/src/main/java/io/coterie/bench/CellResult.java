package io.coterie.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How one run ended.
 *
 * @param scores if it went well
 * @param failure the kind of error if not
 * @param course on which it got there, where it was followed
 */
public record CellResult(
    Optional<Scores> scores,
    Optional<Failure> failure,
    Cost cost,
    Map<String, String> findings,
    LearningCurve course) {
  public CellResult(
      Optional<Scores> scores, Optional<Failure> failure, Cost cost, Map<String, String> findings) {
    this(scores, failure, cost, findings, LearningCurve.none());
  }

  /** Against the true groups; the accuracy is that of the best matching of clusters to groups. */
  public record Scores(double accuracy, double nmi, double ari) {
    static Scores of(JsonNode node) {
      return new Scores(
          node.path("acc").asDouble(), node.path("nmi").asDouble(), node.path("ari").asDouble());
    }

    void writeTo(ObjectNode node) {
      node.put("acc", accuracy).put("nmi", nmi).put("ari", ari);
    }
  }

  /**
   * Why a run ended early.
   *
   * @param kind such as BAD_DATA or OutOfMemoryError
   * @param message in words, where it is ours; never shows a record
   */
  public record Failure(String kind, String message) {
    public static Failure of(Throwable problem) {
      for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
        if (cause instanceof CoterieException known) {
          return new Failure(known.code().name(), known.getMessage());
        }
        if (cause instanceof OutOfMemoryError) {
          return new Failure("OutOfMemoryError", "The heap is too small; raise it with -Xmx.");
        }
      }
      return new Failure(problem.getClass().getSimpleName(), "");
    }
  }

  /** What a run took: wall time, questions to the sites, and bytes that left all sites. */
  public record Cost(double seconds, int rounds, long bytesOut) {}

  void writeTo(ObjectNode node) {
    node.put("status", failure.isEmpty() ? "ok" : "error");
    scores.ifPresent(found -> found.writeTo(node));
    failure.ifPresent(
        problem -> node.put("error", problem.kind()).put("message", problem.message()));
    node.setAll(Json.tree(cost));
    findings.forEach(node.putObject("findings")::put);
    course.writeTo(node);
  }

  static CellResult of(JsonNode node) {
    Map<String, String> findings = new TreeMap<>();
    node.path("findings")
        .properties()
        .forEach(field -> findings.put(field.getKey(), field.getValue().asText()));
    boolean isFine = node.path("status").asText().equals("ok");
    return new CellResult(
        isFine ? Optional.of(Scores.of(node)) : Optional.empty(),
        isFine
            ? Optional.empty()
            : Optional.of(new Failure(node.path("error").asText(), node.path("message").asText())),
        new Cost(
            node.path("seconds").asDouble(),
            node.path("rounds").asInt(),
            node.path("bytes_out").asLong()),
        findings,
        LearningCurve.of(node));
  }
}
