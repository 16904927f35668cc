package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.JsonNode;

/** What {@code coterie simulate --format json} says. */
final class Simulated {
  private Simulated() {}

  /** Returns the row with the scores of the run, which know the true groups afterwards only. */
  static Row scored(ProcessRunner.Ended ended) {
    JsonNode scores = ended.said().at("/data/scores");
    return ended.isMeasured() && scores.has("accuracy")
        ? ended
            .row()
            .withScores(
                new Row.Scores(scores.path("accuracy").asDouble(), scores.path("nmi").asDouble()))
        : ended.row();
  }
}
