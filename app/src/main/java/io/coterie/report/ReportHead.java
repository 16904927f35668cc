package io.coterie.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a run says of itself at the head of its report.
 *
 * @param repeat the command that repeats the run
 */
public record ReportHead(
    String name,
    String title,
    String madeBy,
    Instant finishedAt,
    List<Fact> answer,
    List<Score> scores,
    Privacy privacy,
    List<Fact> findings,
    List<Fact> provenance,
    List<Fact> options,
    String repeat) {
  public record Fact(String name, String value) {}

  public record Score(String key, String name, double value, String note) {}

  /**
   * What was promised, who saw what, and what was spent.
   *
   * @param agreed before anything was spent
   * @param rehearsal why a simulation is not private
   */
  public record Privacy(
      @JsonUnwrapped RunSummary.Privacy agreed,
      Optional<String> sumsWords,
      Optional<String> warning,
      Optional<String> caution,
      Optional<String> rehearsal,
      Optional<RunSummary.Spent> spent,
      Optional<List<RunSummary.Step>> steps,
      Optional<String> noiseSource) {}
}
