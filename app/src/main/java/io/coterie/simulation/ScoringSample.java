package io.coterie.simulation;

import io.coterie.data.LabelLines;
import io.coterie.federation.StudyFeatures;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.metrics.ExternalScores;
import io.coterie.metrics.InternalScores;
import io.coterie.metrics.ScoreSample;
import io.coterie.metrics.TrueLabels;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.report.RunSummary;
import io.coterie.report.ScoreWords;
import io.coterie.site.Records;
import io.coterie.terminal.Format;
import io.coterie.terminal.Table;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The lines of an answer whose records are compared by distances: all, or where there are many a
 * sample. Distances are between the {@linkplain StudyFeatures features of the study}, whatever the
 * method and its level made of them: the same labels have the same scores.
 *
 * @param lines in increasing order
 * @param points of these lines, one row each; without columns where no column tells records apart
 * @param isSample whether there are other lines
 */
public record ScoringSample(IntVector lines, Matrix points, boolean isSample) {
  /**
   * Looks at records.
   *
   * @param input what the records are
   * @param rows the record of each line
   * @param seed chooses the sample
   */
  public static ScoringSample of(
      InputPlan input, Matrix records, IntVector rows, Seed seed, Parallel parallel) {
    IntVector lines = ScoreSample.of(rows.size(), seed);
    int[] chosen = Arrays.stream(lines.toArray()).map(rows::at).toArray();
    return new ScoringSample(
        lines,
        StudyFeatures.of(input, records.selectRows(chosen), parallel)
            .orElseGet(() -> Matrix.zeros(chosen.length, 0)),
        lines.size() < rows.size());
  }

  /**
   * Returns how compact the clusters of one site's own records are, for its owner; empty where its
   * labels are not here.
   */
  public static Optional<RunSummary.Scores> ofSite(
      InputPlan input, Records records, Labels labels, Seed seed, Parallel parallel) {
    if (labels.size() == 0 || labels.size() != records.size()) {
      return Optional.empty();
    }
    IntVector lines = ScoreSample.of(labels.size(), seed);
    long[] chosen = Arrays.stream(lines.toArray()).asLongStream().toArray();
    Matrix points =
        StudyFeatures.of(input, records.select(chosen), parallel)
            .orElseGet(() -> Matrix.zeros(chosen.length, 0));
    InternalScores internal =
        new ScoringSample(lines, points, chosen.length < labels.size())
            .compactness(labels, parallel);
    OptionalDouble none = OptionalDouble.empty();
    return Optional.of(
        new RunSummary.Scores(
            none,
            none,
            none,
            none,
            internal.silhouette(),
            chosen.length < labels.size(),
            internal.daviesBouldin(),
            internal.calinskiHarabasz()));
  }

  private InternalScores compactness(Labels clusters, Parallel parallel) {
    int[] own = Arrays.stream(lines.toArray()).map(clusters::of).toArray();
    return InternalScores.of(points, Labels.of(own, clusters.clusterCount()), parallel);
  }

  /**
   * Returns how good an answer is: against the true groups, where they are known, and by distances
   * alone.
   *
   * @param answer whose lines these are; it names records by their rows
   */
  public RunSummary.Scores score(Optional<TrueLabels> truth, LabelLines answer, Parallel parallel) {
    Labels clusters = answer.clusters();
    Optional<ExternalScores> external =
        truth.map(all -> ExternalScores.of(select(all, answer.records()), clusters));
    InternalScores internal = compactness(clusters, parallel);
    return new RunSummary.Scores(
        score(external, ExternalScores::accuracy),
        score(external, ExternalScores::nmi),
        score(external, ExternalScores::ari),
        score(external, ExternalScores::purity),
        internal.silhouette(),
        isSample,
        internal.daviesBouldin(),
        internal.calinskiHarabasz());
  }

  private static OptionalDouble score(
      Optional<ExternalScores> scores, ToDoubleFunction<ExternalScores> which) {
    return scores.stream().mapToDouble(which).findFirst();
  }

  private static TrueLabels select(TrueLabels truth, IntVector rows) {
    return TrueLabels.of(
        Arrays.stream(rows.toArray()).mapToObj(row -> truth.names().get(truth.of(row))).toList());
  }

  public static Table table(RunSummary.Scores scores) {
    Table table = Table.ofFacts();
    if (scores.accuracy().isPresent()) {
      table
          .row("accuracy (ACC)", Format.score(scores.accuracy()), ScoreWords.ACCURACY)
          .row("information (NMI)", Format.score(scores.nmi()), ScoreWords.INFORMATION)
          .row("Rand index (ARI)", Format.score(scores.ari()), ScoreWords.RAND)
          .row("purity", Format.score(scores.purity()), ScoreWords.PURITY);
    }
    if (scores.silhouette().isEmpty() && scores.daviesBouldin().isEmpty()) {
      return table.row("compactness", "-", ScoreWords.NOT_DEFINED);
    }
    scores
        .silhouette()
        .ifPresent(
            value ->
                table.row(
                    "silhouette", Format.score(scores.silhouette()), ScoreWords.silhouette(value)));
    scores
        .daviesBouldin()
        .ifPresent(
            value ->
                table.row(
                    "Davies-Bouldin",
                    Format.score(scores.daviesBouldin()),
                    ScoreWords.daviesBouldin(value)));
    table.row(
        "Calinski-Harabasz", Format.score(scores.calinskiHarabasz()), ScoreWords.CALINSKI_HARABASZ);
    return scores.compactnessSampled()
        ? table.row(
            "", "", "the last three on a sample of %,d records".formatted(ScoreSample.LIMIT))
        : table;
  }
}
