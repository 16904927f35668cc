package io.coterie.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    return compact(value) + "; -1 to 1, larger is better";
  }

  private static String compact(double value) {
    return value > 0.7
        ? "strong: clusters lie far apart"
        : value > 0.5
            ? "reasonable: clusters lie apart"
            : value > 0.25
                ? "weak: clusters touch, and may be arbitrary cuts"
                : value >= 0
                    ? "little: clusters run into each other, as they often do with many columns"
                    : "none: records are nearer to another cluster than to their own";
  }

  /** Returns how wide clusters are beside the distance to the one that is most like them. */
  public static String daviesBouldin(double value) {
    return apart(value) + "; smaller is better";
  }

  private static String apart(double value) {
    return value < 1
        ? "clusters are farther apart than they are wide"
        : "clusters are wider than they are apart";
  }

  /** Words by the keys of the scores, and of the stability. */
  static ObjectNode of(List<ReportHead.Score> scores, Map<String, String> findings) {
    ObjectNode words = Json.object();
    scores.forEach(
        score -> words(score.key(), score.value()).ifPresent(text -> words.put(score.key(), text)));
    Optional.ofNullable(findings.get("stability"))
        .map(text -> text.split(":", 2)[0])
        .filter(text -> text.matches("-?[0-9.]+"))
        .ifPresent(text -> words.put("stability", stability(Double.parseDouble(text))));
    return words;
  }

  private static Optional<String> words(String key, double value) {
    return switch (key) {
      case "silhouette" -> Optional.of(compact(value) + " (bands of Kaufman and Rousseeuw 1990)");
      case "ari" -> Optional.of(rand(value));
      case "accuracy" ->
          Optional.of("the share of records in the group that goes with their label");
      case "nmi" ->
          Optional.of("0: groups and labels have nothing in common; 1: they are the same");
      case "davies_bouldin" -> Optional.of(apart(value));
      case "calinski_harabasz" -> Optional.of("only to compare runs on the same records");
      default -> Optional.empty();
    };
  }

  /** The bands of D. Steinley 2004. */
  static String rand(double value) {
    String band =
        value >= 0.9 ? "excellent" : value >= 0.8 ? "good" : value >= 0.65 ? "moderate" : "poor";
    return band + " agreement with the labels (bands of Steinley 2004)";
  }

  static String stability(double value) {
    String band =
        value >= 0.95
            ? "nearly the same groups come back"
            : value >= 0.8
                ? "most of the groups come back, borders move"
                : "other groups come back: do not build on them";
    return band + " when a tenth is left out (rule of thumb); noise can be stable too";
  }
}
