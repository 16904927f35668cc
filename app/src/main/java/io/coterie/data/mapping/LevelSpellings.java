package io.coterie.data.mapping;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Levels that may be one level in several spellings: 01 and 1, Male and male. They are not taken as
 * one without a person: in some codes a zero in front or a capital letter has a meaning.
 */
public final class LevelSpellings {
  private static final String NUMBER = "[+-]?[0-9]{1,30}(\\.[0-9]{1,30})?";

  private LevelSpellings() {}

  /** Returns levels that are alike, at least two in each list, in order. */
  public static List<List<String>> alike(Collection<String> levels) {
    TreeMap<String, List<String>> found = new TreeMap<>();
    for (String level : new TreeSet<>(levels)) {
      found.computeIfAbsent(plain(level), key -> new ArrayList<>()).add(level);
    }
    return found.values().stream().filter(same -> same.size() > 1).map(List::copyOf).toList();
  }

  private static String plain(String level) {
    String text = level.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    return text.matches(NUMBER) ? new BigDecimal(text).stripTrailingZeros().toPlainString() : text;
  }

  /** Returns what is to be asked of a column, with the levels for its owner only. */
  static Optional<Finding> question(String column, Collection<String> levels) {
    List<List<String>> alike = alike(levels);
    return alike.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(
                column,
                Finding.Kind.CODING,
                ("Column '%s' has levels that differ only in capital letters, blanks, or zeros of a"
                        + " number. Say under 'levels' of the column in a mapping which are the same.")
                    .formatted(column),
                words(alike)));
  }

  /** Returns lists of levels in words. */
  public static String words(List<List<String>> alike) {
    return alike.stream()
        .map(same -> same.stream().map("'%s'"::formatted).collect(Collectors.joining(" and ")))
        .collect(Collectors.joining("; "));
  }
}
