package io.coterie.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.json.Json;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How sure it is that there are groups, for a reader who knows no statistics: the verdict, if the
 * study asked for one, and what it means.
 *
 * @param findings of the run, by name
 * @param groups how many there are
 * @param isFound whether their number was found, not asked for
 */
record HowSure(Map<String, String> findings, int groups, boolean isFound) {
  /** What a verdict comes to; the page has a colour for each. */
  enum Kind {
    CLEAR,
    WEAK,
    NONE,
    UNTESTED;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private Optional<String> verdict() {
    return Optional.ofNullable(findings.get("verdict")).filter(words -> !words.isBlank());
  }

  Kind kind() {
    String words = verdict().orElse("");
    return words.startsWith("no clear groups")
        ? Kind.NONE
        : words.startsWith("weak groups") || words.startsWith("groups")
            ? Kind.WEAK
            : words.startsWith("clear groups") ? Kind.CLEAR : Kind.UNTESTED;
  }

  /** The answer in a line. */
  String headline() {
    String cut = "%d group%s".formatted(groups, groups == 1 ? "" : "s");
    return switch (kind()) {
      case CLEAR, WEAK, UNTESTED -> cut;
      case NONE ->
          groups == 1 ? "No clear groups" : "No clear groups; cut into %d".formatted(groups);
    };
  }

  /** The verdict, or that there is none. */
  String words() {
    return switch (kind()) {
      case UNTESTED ->
          verdict().map(HowSure::sentence).orElse("Whether these are real groups was not tested.");
      default -> sentence(verdict().orElseThrow());
    };
  }

  private static String sentence(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
  }

  /** What it means, and what to do. */
  String meaning() {
    boolean isOpen = verdict().map(words -> words.contains("not stable")).orElse(false);
    String open =
        isOpen ? " How many there are is open: other halves of the records give other groups." : "";
    return switch (kind()) {
      case CLEAR ->
          "Between groups there are far fewer records than in them, also among records that had no"
              + " part in finding them."
              + open
              + asked();
      case WEAK ->
          "Between groups there are somewhat fewer records than in them. Borders are not sharp: many"
              + " records lie between two groups."
              + open
              + asked();
      case NONE ->
          "Between any two of the groups there are about as many records as in them. They are a way"
              + " to divide one crowd, not kinds of their own."
              + asked();
      case UNTESTED ->
          "Every table can be cut into groups, also one of pure noise. 'coterie suggest' tests"
              + " whether there are any, as studies of method anchor-graph at level totals do.";
    };
  }

  private String asked() {
    return isFound || groups == 1 ? "" : " %d groups were asked for, not found.".formatted(groups);
  }

  ObjectNode json() {
    ObjectNode node =
        Json.object()
            .put("kind", kind().word())
            .put("headline", headline())
            .put("words", words())
            .put("meaning", meaning());
    Optional.ofNullable(findings.get("not distinct"))
        .map(words -> words.replaceAll(" *\\(Z[^)]*\\)", ""))
        .ifPresent(words -> node.put("not_distinct", words));
    Optional.ofNullable(findings.get("fit"))
        .filter(words -> words.contains("not fit"))
        .ifPresent(words -> node.put("fit", words));
    return node;
  }
}
