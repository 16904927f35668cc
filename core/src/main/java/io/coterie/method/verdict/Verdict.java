package io.coterie.method.verdict;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Whether records have groups, and how many.
 *
 * @param kind what is found
 * @param clusters k̂, the most clusters of which every two have a valley between them; 1 for none
 * @param clear the most clusters that are clear; 1 for none
 * @param curve the evidence by number of clusters, those that are void left out
 */
public record Verdict(Kind kind, int clusters, int clear, List<Evidence> curve) {
  /** The name of the finding that has the verdict in words. */
  public static final String FINDING = "verdict";

  private static final int SHOWN = 8;

  /** What is found, from nothing to the most. */
  public enum Kind {
    NONE("no clear groups"),
    WEAK("weak groups"),
    CLEAR("clear groups");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /**
   * What speaks for a number of clusters.
   *
   * @param clusters how many
   * @param score Z of the weakest border
   * @param depth R of the flattest valley
   * @param isNamed whether these clusters are found again on halves of the records; otherwise the
   *     scores are those of each half's own clusters, and show groups but not their number
   */
  public record Evidence(int clusters, double score, double depth, boolean isNamed) {
    boolean shows(double leastScore, double mostDepth) {
      return score >= leastScore && depth <= mostDepth;
    }
  }

  public Verdict {
    curve = List.copyOf(curve);
  }

  static Verdict of(List<Evidence> curve) {
    Kind kind =
        curve.stream().anyMatch(e -> e.shows(VerdictRule.CLEAR, VerdictRule.DEEP))
            ? Kind.CLEAR
            : curve.stream().anyMatch(e -> e.shows(VerdictRule.ANY, VerdictRule.FLAT))
                ? Kind.WEAK
                : Kind.NONE;
    int clusters = kind == Kind.NONE ? 1 : most(curve, VerdictRule.MORE, VerdictRule.FLAT);
    return new Verdict(kind, clusters, most(curve, VerdictRule.CLEAR, VerdictRule.DEEP), curve);
  }

  private static int most(List<Evidence> curve, double score, double depth) {
    return curve.stream()
        .filter(e -> e.isNamed() && e.shows(score, depth))
        .mapToInt(Evidence::clusters)
        .max()
        .orElse(1);
  }

  /** Returns the most clusters that are found again and that nothing speaks against. */
  int open() {
    return Math.max(clusters, most(curve, 0, VerdictRule.NO_VALLEY));
  }

  /** Returns whether there are groups whose number is not found again on halves. */
  boolean isNumberOpen() {
    return kind != Kind.NONE && clusters == 1;
  }

  /** Such as "clear groups: 2 are clear, up to 3" or "weak groups: 2". */
  String words() {
    if (kind == Kind.NONE) {
      return kind.words();
    } else if (isNumberOpen()) {
      return kind.words() + ", but their number is not stable";
    } else if (clear > 1) {
      return "%s: %s"
          .formatted(
              kind.words(),
              clear < clusters
                  ? "%d are clear, up to %d".formatted(clear, clusters)
                  : Integer.toString(clear));
    }
    return (clusters > 2 ? "%s: up to %d" : "%s: %d").formatted(kind.words(), clusters);
  }

  /** Such as "2: Z 5.1, R 0.04; 3: Z 0.4, R 0.86". */
  String evidence() {
    return curve.stream()
        .filter(Evidence::isNamed)
        .limit(SHOWN)
        .map(e -> "%d: %s".formatted(e.clusters(), words(e.score(), e.depth())))
        .collect(Collectors.joining("; "));
  }

  static String words(double score, double depth) {
    return String.format(Locale.ROOT, "Z %.1f, R %.2f", score, depth);
  }
}
