package io.coterie.simulation;

import io.coterie.metrics.ExternalScores;
import io.coterie.metrics.InternalScores;
import io.coterie.metrics.ScoreSample;
import io.coterie.report.RunSummary;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** How good an answer is: the scores of a run, and the table that shows them. */
public final class Scores {
  private Scores() {}

  /**
   * Returns the scores.
   *
   * @param external against the true groups, where they are known
   * @param internal by distances alone
   * @param isSampled whether the distances are those of a sample of the records
   */
  public static RunSummary.Scores of(
      Optional<ExternalScores> external, InternalScores internal, boolean isSampled) {
    return new RunSummary.Scores(
        score(external, ExternalScores::accuracy),
        score(external, ExternalScores::nmi),
        score(external, ExternalScores::ari),
        score(external, ExternalScores::purity),
        internal.silhouette(),
        isSampled,
        internal.daviesBouldin(),
        internal.calinskiHarabasz());
  }

  private static OptionalDouble score(
      Optional<ExternalScores> scores, ToDoubleFunction<ExternalScores> which) {
    return scores.stream().mapToDouble(which).findFirst();
  }

  public static Table table(RunSummary.Scores scores) {
    Table table = Table.ofFacts();
    if (scores.accuracy().isPresent()) {
      table
          .row("accuracy (ACC)", Format.score(scores.accuracy()), "against the true groups")
          .row("information (NMI)", Format.score(scores.nmi()))
          .row("Rand index (ARI)", Format.score(scores.ari()))
          .row("purity", Format.score(scores.purity()));
    }
    if (scores.silhouette().isEmpty() && scores.daviesBouldin().isEmpty()) {
      return table.row("compactness", "-", "not defined for this number of clusters");
    }
    String sampled =
        scores.compactnessSampled()
            ? "-1 to 1, larger is better; these three on a sample of %,d records"
                .formatted(ScoreSample.LIMIT)
            : "-1 to 1, larger is better";
    return table
        .row("silhouette", Format.score(scores.silhouette()), sampled)
        .row("Davies-Bouldin", Format.score(scores.daviesBouldin()), "smaller is better")
        .row("Calinski-Harabasz", Format.score(scores.calinskiHarabasz()), "larger is better");
  }
}
