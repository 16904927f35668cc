package io.coterie.data.mapping;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How one column of a study is made of a site's own.
 *
 * @param from the site's column; empty where it has the study's name, or where SQL makes it
 * @param levels the study's text of each text of the site: a level, or a number in the study's unit
 * @param unit of the site's numbers, where it is not the study's
 * @param missing texts of the site that stand for a missing value
 * @param numbers how the site writes numbers
 * @param date how the site writes dates, as dd.MM.yyyy
 * @param sql an expression over the site's columns that makes the column
 * @param isAbsent whether the site has nothing of it; then all its values are missing
 */
public record ColumnMapping(
    Optional<String> from,
    Map<String, String> levels,
    Optional<SiteUnit> unit,
    Set<String> missing,
    NumberText numbers,
    Optional<String> date,
    Optional<String> sql,
    boolean isAbsent) {
  /**
   * The unit of a site.
   *
   * @param code in UCUM
   * @param substance that is measured, where the study's unit counts it in another way
   */
  public record SiteUnit(String code, Optional<Substance> substance) {
    public SiteUnit {
      requireNonNull(code, "code is null");
      requireNonNull(substance, "substance is null");
    }
  }

  /** What a value below or above what can be measured, such as &lt;0.3 or &gt;500, stands for. */
  public enum Limit {
    /** Half of the limit; below it only. */
    HALF,
    LIMIT,
    MISSING
  }

  /**
   * How numbers are written.
   *
   * @param decimal the sign before decimals, where it is not that of the whole file; a point, which
   *     readers of files put in its place, is one too
   * @param below what &lt;0.3 stands for; where it is not stated, no number
   * @param above what &gt;500 stands for
   */
  public record NumberText(
      Optional<Character> decimal, Optional<Limit> below, Optional<Limit> above) {
    /** How numbers are written where nothing is stated. */
    public static final NumberText USUAL =
        new NumberText(Optional.empty(), Optional.empty(), Optional.empty());

    public NumberText {
      requireNonNull(decimal, "decimal is null");
      requireNonNull(below, "below is null");
      requireNonNull(above, "above is null");
    }
  }

  /** A column of the same name, as it is. */
  public static final ColumnMapping SAME =
      new ColumnMapping(
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Set.of(),
          NumberText.USUAL,
          Optional.empty(),
          Optional.empty(),
          false);

  public ColumnMapping {
    requireNonNull(from, "from is null");
    levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
    requireNonNull(unit, "unit is null");
    missing = Collections.unmodifiableSet(new TreeSet<>(missing));
    requireNonNull(numbers, "numbers is null");
    requireNonNull(date, "date is null");
    requireNonNull(sql, "sql is null");
  }
}
