package io.coterie.data.profile;

import io.coterie.PeerText;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The levels of a column that may be named: those that enough records have.
 *
 * @param named in the order that their names say, else by name
 * @param isOrdered whether their names say an order
 * @param rest how many other levels there are, which count as one
 * @param covered how many records have a named level
 * @param differInCase whether some levels are the same but for capitals
 */
record LevelDraft(
    List<String> named, boolean isOrdered, int rest, long covered, boolean differInCase) {
  /**
   * Drafts levels.
   *
   * @param counts of each text, the most frequent first
   * @param smallestGroup how many records a level must have to be named
   */
  static LevelDraft of(Map<String, Long> counts, int smallestGroup) {
    // Texts that differ only in capitals are one level, written as most have it.
    Map<String, String> spelling = new HashMap<>();
    Map<String, Long> together = new HashMap<>();
    counts.forEach(
        (text, count) -> {
          String lower = text.toLowerCase(Locale.ROOT);
          spelling.putIfAbsent(lower, text);
          together.merge(lower, count, Long::sum);
        });
    List<String> named = new ArrayList<>();
    long covered = 0;
    for (Map.Entry<String, Long> level : together.entrySet()) {
      String name = spelling.get(level.getKey());
      if (level.getValue() >= smallestGroup && isUsable(name)) {
        named.add(level.getKey().equals(ColumnKind.OTHER) ? ColumnKind.OTHER : name);
        covered += level.getValue();
      }
    }
    if (named.size() >= ColumnKind.MOST_LEVELS) {
      named.sort(Comparator.comparingLong(name -> -together.get(name.toLowerCase(Locale.ROOT))));
      named = new ArrayList<>(named.subList(0, ColumnKind.MOST_LEVELS - 1));
    }
    int rest = together.size() - named.size();
    Optional<List<String>> ordered = LevelOrder.of(named);
    named.sort(LevelDraft::byName);
    return new LevelDraft(
        ordered.orElse(named), ordered.isPresent(), rest, covered, spelling.size() < counts.size());
  }

  private static boolean isUsable(String level) {
    return !level.isBlank()
        && level.length() <= ColumnSpec.LONGEST_NAME
        && level.codePoints().allMatch(PeerText::isVisible);
  }

  private static int byName(String one, String other) {
    try {
      return Double.compare(Double.parseDouble(one), Double.parseDouble(other));
    } catch (NumberFormatException e) {
      int rough = one.compareToIgnoreCase(other);
      return rough == 0 ? one.compareTo(other) : rough;
    }
  }

  /** Returns levels without an order; nothing if fewer than two can be told apart. */
  Optional<ColumnKind> unordered() {
    List<String> all = new ArrayList<>(named);
    if (rest > 0 && !all.contains(ColumnKind.OTHER)) {
      all.add(ColumnKind.OTHER);
    }
    return all.size() < 2
        ? Optional.empty()
        : Optional.of(all.size() == 2 ? new ColumnKind.Binary(all) : new ColumnKind.Category(all));
  }
}
