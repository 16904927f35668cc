package io.coterie.bench.speed;

import io.coterie.metrics.ExternalScores;
import java.util.Objects;
import java.util.Optional;

/**
 * One contender.
 *
 * @param contender who did what, unique in its table
 * @param costs empty if it was not measured
 * @param scores of its clusters, if it made any
 * @param note what else is to be said, or why it was not measured; may be empty
 */
record Row(String contender, Optional<Costs> costs, Optional<Scores> scores, String note) {
  Row {
    Objects.requireNonNull(contender, "contender is null");
    Objects.requireNonNull(costs, "costs is null");
    Objects.requireNonNull(scores, "scores is null");
    Objects.requireNonNull(note, "note is null");
  }

  /** How well clusters agree with the true groups. */
  record Scores(double accuracy, double nmi) {
    static Scores of(ExternalScores scores) {
      return new Scores(scores.accuracy(), scores.nmi());
    }
  }

  static Row notMeasured(String contender, String reason) {
    return new Row(contender, Optional.empty(), Optional.empty(), "not measured: " + reason);
  }

  Row named(String other) {
    return new Row(other, costs, scores, note);
  }

  Row withScores(Scores other) {
    return new Row(contender, costs, Optional.of(other), note);
  }

  Row withNote(String other) {
    return new Row(contender, costs, scores, other);
  }
}
