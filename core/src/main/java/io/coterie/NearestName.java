package io.coterie;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The valid name that a mistyped word most likely meant. */
public final class NearestName {
  private NearestName() {}

  /**
   * Returns the closest valid name, if it is within a third of the word's length (at least one
   * edit); upper and lower case count as equal, and the first of equally close names wins.
   */
  public static Optional<String> to(String word, Collection<String> valid) {
    int limit = Math.max(1, word.length() / 3);
    String nearest = "";
    int least = limit + 1;
    for (String name : valid) {
      int edits = edits(word.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if (edits < least && edits < name.length()) {
        least = edits;
        nearest = name;
      }
    }
    return least <= limit ? Optional.of(nearest) : Optional.empty();
  }

  /** Returns " Did you mean NAME?" with the closest valid name, or nothing where none is close. */
  public static String hint(String word, Collection<String> valid) {
    return to(word, valid).map(" Did you mean %s?"::formatted).orElse("");
  }

  // Insertions, deletions, substitutions and swaps of neighbours each count one.
  private static int edits(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
        best = Math.min(best, cost[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          best = Math.min(best, cost[i - 2][j - 2] + 1);
        }
        cost[i][j] = best;
      }
    }
    return cost[a.length()][b.length()];
  }
}
