package io.coterie.data.column;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.PeerText;
import io.coterie.math.IntVector;
import io.coterie.math.Vector;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One feature of a table: what its column holds, and what its cells mean.
 *
 * @param unit in which its numbers are, as a UCUM code
 * @param range what a value can be, agreed on before anybody looked at the data; of a logarithm
 *     before it is taken, of a date what counts of it
 * @param decimals to which its numbers are measured
 * @param missing texts that stand for a missing value, besides those that always do
 * @param absence what an empty cell means
 */
public record ColumnSpec(
    String name,
    ColumnKind kind,
    Optional<String> unit,
    Optional<Range> range,
    Optional<Integer> decimals,
    Set<String> missing,
    Absence absence) {
  public static final int LONGEST_NAME = 200;

  private static final int MOST_DECIMALS = 12;

  /** The level of cells that are empty, where that is an answer. */
  public static final String ABSENT = "absent";

  /** What an empty cell means. */
  public enum Absence {
    /** Nobody knows the value. */
    UNKNOWN,
    /** It is an answer of its own: the level {@link #ABSENT}. */
    LEVEL,
    /** A count of nothing: 0. */
    ZERO
  }

  /** Limits of a feature's values. */
  public record Range(double lower, double upper) {
    public Range {
      double width = upper - lower;
      if (!(width > 0 && width < Double.POSITIVE_INFINITY)) {
        throw CoterieException.usage(
            "The bounds are %s and %s; both must be finite, the upper one larger."
                .formatted(lower, upper));
      }
    }
  }

  public ColumnSpec {
    requireNonNull(kind, "kind is null");
    requireNonNull(unit, "unit is null");
    requireNonNull(range, "range is null");
    requireNonNull(decimals, "decimals is null");
    missing = Collections.unmodifiableSet(new TreeSet<>(missing));
    requireNonNull(absence, "absence is null");
    // Characters that a screen does not show could make two names look the same.
    if (name.isBlank()
        || name.length() > LONGEST_NAME
        || !name.codePoints().allMatch(PeerText::isVisible)) {
      throw CoterieException.usage(
          "A column's name in the schema is not usable; it must have 1 to %d visible characters."
              .formatted(LONGEST_NAME));
    }
    requireFit(name, kind, range, decimals);
    if (absence == Absence.ZERO && isOpen(kind)) {
      throw CoterieException.usage(
          "Column '%s' has absence as zero, but its values are levels; leave it out."
              .formatted(name));
    }
    if (absence == Absence.LEVEL && !isOpen(kind) && !kind.levels().contains(ABSENT)) {
      throw CoterieException.usage(
          "Column '%s' has absence as a level; name it '%s' in its levels."
              .formatted(name, ABSENT));
    }
  }

  private static void requireFit(
      String name, ColumnKind kind, Optional<Range> range, Optional<Integer> decimals) {
    if (range.isPresent() && (isOpen(kind) || !kind.levels().isEmpty())) {
      throw CoterieException.usage(
          "Column '%s' has lower and upper, but its values are levels; leave them out."
              .formatted(name));
    }
    if (kind.equals(new ColumnKind.Numeric(true))
        && range.map(limits -> limits.lower() <= 0).orElse(false)) {
      throw CoterieException.usage(
          "Column '%s' counts by its logarithm, so lower must be above 0.".formatted(name));
    }
    if (decimals.isPresent()
        && (!(kind instanceof ColumnKind.Numeric)
            || decimals.get() < 0
            || decimals.get() > MOST_DECIMALS)) {
      throw CoterieException.usage(
          "Column '%s' has decimals; only a number has them, and from 0 to %d."
              .formatted(name, MOST_DECIMALS));
    }
  }

  /** Returns whether cells are plain numbers, read as they are. */
  public boolean isPlain() {
    return equals(number(name).withRange(range));
  }

  private static boolean isOpen(ColumnKind kind) {
    return kind instanceof ColumnKind.OpenCategory;
  }

  /** Returns whether the sites have yet to agree on the levels. */
  public boolean isOpen() {
    return isOpen(kind);
  }

  public ColumnSpec withKind(ColumnKind other) {
    return new ColumnSpec(name, other, unit, range, decimals, missing, absence);
  }

  public ColumnSpec withRange(Optional<Range> limits) {
    return new ColumnSpec(name, kind, unit, limits, decimals, missing, absence);
  }

  /** Returns whether its values are levels, in an order or not. */
  public boolean isOfLevels() {
    return isOpen() || !kind.levels().isEmpty();
  }

  /** Returns the least and the largest value of a column once it is coded, if it says them. */
  public Optional<Range> limits() {
    if (!kind.levels().isEmpty()) {
      return Optional.of(new Range(0, kind.levels().size() - 1.0));
    }
    boolean isLog = kind instanceof ColumnKind.Numeric number && number.isLog();
    return range.map(
        own -> isLog ? new Range(StrictMath.log(own.lower()), StrictMath.log(own.upper())) : own);
  }

  /** Returns the limits of coded values, unless those of a column are missing. */
  public static Optional<PublicBounds> bounds(List<ColumnSpec> columns) {
    List<Range> limits = columns.stream().flatMap(column -> column.limits().stream()).toList();
    return limits.size() < columns.size()
        ? Optional.empty()
        : Optional.of(
            new PublicBounds(
                Vector.of(limits.stream().mapToDouble(Range::lower).toArray()),
                Vector.of(limits.stream().mapToDouble(Range::upper).toArray())));
  }

  /** Returns the names of the columns of which nothing says what a value can be. */
  public static List<String> unbounded(List<ColumnSpec> columns) {
    return columns.stream()
        .filter(column -> column.limits().isEmpty() && !column.isOpen())
        .map(ColumnSpec::name)
        .toList();
  }

  /** Returns how many unordered levels each column has, 0 for numbers. */
  public static IntVector levels(List<ColumnSpec> columns) {
    return IntVector.of(
        columns.stream()
            .mapToInt(column -> column.isOpen() ? InputPlan.OPEN : column.kind().unorderedLevels())
            .toArray());
  }

  /** Makes a plain number. */
  public static ColumnSpec number(String name) {
    return of(name, new ColumnKind.Numeric(false));
  }

  public static ColumnSpec of(String name, ColumnKind kind) {
    return new ColumnSpec(
        name,
        kind,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Set.of(),
        Absence.UNKNOWN);
  }
}
