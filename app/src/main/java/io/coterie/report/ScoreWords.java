package io.coterie.report;

/** What scores mean, for a reader who does not know them; docs/scores.md has more. */
public final class ScoreWords {
  public static final String ACCURACY =
      "of the records are in the cluster that goes with their true group";
  public static final String INFORMATION = "shared with the true groups: 0 nothing, 1 all";
  public static final String RAND = "agreement with the true groups: 0 as by chance, 1 the same";
  public static final String PURITY =
      "of the records are of the most frequent true group of their cluster";
  public static final String CALINSKI_HARABASZ =
      "larger is better; only to compare runs on the same records";
  public static final String NOT_DEFINED =
      "not defined: there is one cluster, or one for each record";

  private ScoreWords() {}

  /**
   * Returns what a silhouette is called by L. Kaufman and P. J. Rousseeuw, <i>Finding Groups in
   * Data</i>, 1990, table 4 of chapter 2.
   */
  public static String silhouette(double value) {
    return "%s; -1 to 1, larger is better"
        .formatted(
            value > 0.7
                ? "strong: clusters lie far apart"
                : value > 0.5
                    ? "reasonable: clusters lie apart"
                    : value > 0.25
                        ? "weak: clusters touch, and may be arbitrary cuts"
                        : value >= 0
                            ? "little: clusters run into each other, as they often do with many columns"
                            : "none: records are nearer to another cluster than to their own");
  }

  /** Returns how wide clusters are beside the distance to the one that is most like them. */
  public static String daviesBouldin(double value) {
    return "%s; smaller is better"
        .formatted(
            value < 1
                ? "clusters are farther apart than they are wide"
                : "clusters are wider than they are apart");
  }
}
