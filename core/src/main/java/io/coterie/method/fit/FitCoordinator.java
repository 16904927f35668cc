package io.coterie.method.fit;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * The coordinator's part in finding out whether sites fit. It passes sealed totals on, and gets how
 * many sites found something.
 */
public record FitCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  /** The name of the finding. */
  public static final String FINDING = "fit";

  /** The name of the finding that clusters are one site's. */
  static final String ONE_SITE = "one-site clusters";

  static final String DOES_NOT_FIT = "does not fit";
  static final String DO_NOT_FIT = "do not fit";

  /** A piece has about so many records at least. */
  private static final double RECORDS_OF_PIECE = 40;

  private static final int RESTARTS = 3;

  /**
   * Asks the sites, and reports what they found.
   *
   * @param means of the cells of the study, one row each
   * @param counts how many records each cell has
   * @param clusters the cluster of each cell
   */
  public void find(Matrix means, double[] counts, int[] clusters) {
    int numbers = FitSite.numberColumns(plan.input()).length;
    double records = Arrays.stream(counts).sum();
    int smallest = plan.privacy().smallestGroup();
    int parts = (int) Math.max(2, Math.min(FitQuestion.MOST_PARTS, records / smallest));
    int clusterCount = 1 + Arrays.stream(clusters).max().orElse(0);
    SealedCounts ranges = sealed(new FitQuestion.Ranges(), 1 + numbers * ValueGrid.RANGES);
    SealedCounts values = ranges;
    for (int step = 0; step < FitQuestion.STEPS; step++) {
      values = sealed(new FitQuestion.Values(values), numbers * ValueGrid.MOST_PARTS);
    }
    int[] pieces = pieces(means, counts, clusterCount);
    int pieceCount = 1 + Arrays.stream(pieces).max().orElse(0);
    int width = numbers * parts;
    for (int j = 0; j < plan.input().dimension(); j++) {
      width += Math.min(plan.input().levels(j), ColumnCells.MOST_LEVELS);
    }
    SealedCounts counted =
        sealed(
            new FitQuestion.Pieces(IntVector.of(pieces), IntVector.of(clusters), parts, values),
            pieceCount + clusterCount + pieceCount * width);
    FitFlags flags =
        FitFlags.read(
            sites.total(
                new FitQuestion.Flags(counted),
                Reply.sum(WholeTotals.zero(FitFlags.size(clusterCount), 0))));
    flags.words(plan.input().dimension()).forEach(context::report);
  }

  /** Returns what findings say of sites that do not fit, or of clusters that are one site's. */
  public static Optional<String> trouble(Map<String, String> findings) {
    String fit = findings.getOrDefault(FINDING, "");
    return fit.contains(DOES_NOT_FIT) || fit.contains(DO_NOT_FIT)
        ? Optional.of(fit)
        : Optional.ofNullable(findings.get(ONE_SITE));
  }

  private SealedCounts sealed(FitQuestion question, int size) {
    return sites.total(question, Reply.sum(SealedCounts.zero(size)));
  }

  /** Returns the piece of each cell: cells that are near each other make a piece. */
  private int[] pieces(Matrix means, double[] counts, int clusters) {
    double records = Arrays.stream(counts).sum();
    double fit = Math.max(clusters + 1.0, records / RECORDS_OF_PIECE);
    int count = (int) Math.min(Math.min(fit, FitQuestion.MOST_PIECES), means.rows());
    int[] labels =
        new KMeans(KMeans.Options.of(count).withRestarts(RESTARTS))
            .fit(means, counts, context.seed().child("fit"), context.parallel())
            .labels();
    // Numbered without gaps: centers may coincide.
    int[] distinct = Arrays.stream(labels).distinct().sorted().toArray();
    return Arrays.stream(labels).map(label -> Arrays.binarySearch(distinct, label)).toArray();
  }
}
