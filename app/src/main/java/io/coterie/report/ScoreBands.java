package io.coterie.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a score means, in words. Bands have a source, or are called a rule of thumb. */
final class ScoreBands {
  private ScoreBands() {}

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
      case "silhouette" -> Optional.of(silhouette(value));
      case "ari" -> Optional.of(rand(value));
      case "accuracy" ->
          Optional.of(
              "the share of records whose group fits their label, groups matched as well as can be");
      case "nmi" ->
          Optional.of("0: groups and labels have nothing in common; 1: they are the same");
      case "davies_bouldin", "calinski_harabasz" ->
          Optional.of("no scale of its own: it compares answers on the same records");
      default -> Optional.empty();
    };
  }

  /** The bands of L. Kaufman and P. J. Rousseeuw 1990, in their words but for the last. */
  static String silhouette(double value) {
    String band =
        value > 0.7
            ? "groups far apart"
            : value > 0.5
                ? "a reasonable structure"
                : value > 0.25
                    ? "a weak structure, which may be artificial"
                    : "no substantial structure: groups run into each other";
    return band + " (bands of Kaufman and Rousseeuw 1990)";
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
