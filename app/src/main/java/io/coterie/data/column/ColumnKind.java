package io.coterie.data.column;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.PeerText;
import io.coterie.model.ProfileAnswer;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a column that is a feature holds, and so what value a cell becomes: a number stays one, a
 * level becomes its place in the list of levels, a date the time since or until another.
 */
public sealed interface ColumnKind {
  /** The level that takes in all levels that are too rare to be told apart. */
  String OTHER = ProfileAnswer.OTHER;

  /** The most levels of a column. */
  int MOST_LEVELS = 1_000;

  /** The word of a study file. */
  String word();

  /** Returns the levels, in order; empty for what is no list of levels. */
  default List<String> levels() {
    return List.of();
  }

  /** Returns how many unordered levels a method tells apart; 0 where values are numbers. */
  default int unorderedLevels() {
    return 0;
  }

  /**
   * A number.
   *
   * @param isLog whether its logarithm is what counts; values must then be above 0
   */
  record Numeric(boolean isLog) implements ColumnKind {
    @Override
    public String word() {
      return "number";
    }
  }

  /** Levels in their order, lowest first; their places are the values. */
  record Ordinal(List<String> levels) implements ColumnKind {
    public Ordinal {
      levels = checked(levels);
    }

    @Override
    public String word() {
      return "ordinal";
    }
  }

  /** Levels without an order. */
  record Category(List<String> levels) implements ColumnKind {
    public Category {
      levels = checked(levels);
    }

    @Override
    public String word() {
      return "category";
    }

    @Override
    public int unorderedLevels() {
      return levels.size();
    }
  }

  /** Levels without an order, on which the sites have yet to agree. */
  record OpenCategory() implements ColumnKind {
    @Override
    public String word() {
      return "category";
    }
  }

  /** One of two levels, such as no and yes. */
  record Binary(List<String> levels) implements ColumnKind {
    public Binary {
      levels = checked(levels);
      if (levels.size() != 2) {
        throw CoterieException.usage(
            "A binary column has %d levels; it must have two, or be a category."
                .formatted(levels.size()));
      }
    }

    @Override
    public String word() {
      return "binary";
    }

    @Override
    public int unorderedLevels() {
      return 2;
    }
  }

  /**
   * A date.
   *
   * @param part of it that counts
   * @param reference the day from which days are counted, or at which the age is taken
   */
  record Date(Part part, Optional<LocalDate> reference) implements ColumnKind {
    private static final LocalDate FIRST_DAY = LocalDate.of(2000, 1, 1);

    /** What counts of a date. */
    public enum Part {
      /** Days since the reference, or since the first of January 2000. */
      DAYS,
      /** Years from the date to the reference. */
      AGE,
      YEAR,
      MONTH,
      WEEKDAY
    }

    public Date {
      requireNonNull(part, "part is null");
      requireNonNull(reference, "reference is null");
      if (reference.isPresent() && part != Part.AGE && part != Part.DAYS) {
        throw CoterieException.usage(
            "A date has 'at', but its %s does not depend on it; leave it out."
                .formatted(part.name().toLowerCase(Locale.ROOT)));
      }
      if (part == Part.AGE && reference.isEmpty()) {
        throw CoterieException.usage(
            "An age needs the day at which it is taken, as 'at: 2020-01-01'.");
      }
    }

    /** Returns the day from which days are counted. */
    public LocalDate from() {
      return reference.orElse(FIRST_DAY);
    }

    @Override
    public String word() {
      return "date";
    }
  }

  private static List<String> checked(List<String> levels) {
    List<String> copy = List.copyOf(levels);
    Set<String> seen = new HashSet<>();
    if (copy.size() < 2 || copy.size() > MOST_LEVELS) {
      throw CoterieException.usage(
          "A column has %d levels; it must have 2 to %d.".formatted(copy.size(), MOST_LEVELS));
    }
    for (String level : copy) {
      if (level.isBlank()
          || level.length() > ColumnSpec.LONGEST_NAME
          || !level.codePoints().allMatch(PeerText::isVisible)) {
        throw CoterieException.usage(
            "A level's name is not usable; it must have 1 to %d visible characters."
                .formatted(ColumnSpec.LONGEST_NAME));
      }
      if (!seen.add(level)) {
        throw CoterieException.usage("A column names the same level twice; once is enough.");
      }
    }
    return copy;
  }
}
