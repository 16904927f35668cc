package io.coterie.bench;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
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
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Scores(@JsonProperty("acc") double accuracy, double nmi, double ari) {}

  /**
   * Why a run ended early.
   *
   * @param kind such as BAD_DATA or OutOfMemoryError
   * @param message in words, where it is ours; never shows a record
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Failure(@JsonProperty("error") String kind, String message) {
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

  /**
   * What a run took.
   *
   * @param seconds wall time
   * @param rounds questions to the sites
   * @param bytesOut that would leave all sites of a served study, see {@link ServedBytes}
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Cost(double seconds, int rounds, long bytesOut) {}

  void writeTo(ObjectNode node) {
    node.put("status", failure.isEmpty() ? "ok" : "error");
    scores.ifPresent(found -> node.setAll(Json.tree(found)));
    failure.ifPresent(problem -> node.setAll(Json.tree(problem)));
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
        isFine ? Optional.of(Json.read(node, Scores.class)) : Optional.empty(),
        isFine ? Optional.empty() : Optional.of(Json.read(node, Failure.class)),
        Json.read(node, Cost.class),
        findings,
        LearningCurve.of(node));
  }
}
