package io.coterie.data.mapping;

import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.column.ColumnSpec.Absence;
import io.coterie.data.format.CsvTokens.Cell;
import java.io.Serializable;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes the value of one feature of a cell's text: a number, the place of a level, or what counts
 * of a date; NaN where it is missing. A cell is coded by itself and by plain arithmetic, so that
 * every engine gives the same value.
 *
 * <p>Not thread-safe.
 */
final class ColumnCoder implements Serializable {
  private static final LocalDate FIRST_DAY = LocalDate.of(2000, 1, 1);
  private static final double DAYS_OF_YEAR = 365.25;
  private static final double MOST_EXACT = 0x1p53;
  private static final Pattern WHOLE = Pattern.compile("^(-?[0-9]+)\\.0+$");

  private final String name;
  private final boolean isLevels;
  private final boolean isLog;
  private final double power;
  private final Part part;
  private final LocalDate reference;
  private final Map<String, Integer> levels = new HashMap<>();
  private final Map<Double, Integer> numbered = new HashMap<>();
  private final Map<String, Integer> inLowerCase = new HashMap<>();
  private final int other;
  private final double absent;
  private final Set<String> missing;
  private final Set<Double> missingNumbers = new HashSet<>();
  private final Map<String, String> recoded;
  private final double factor;
  private final double offset;
  private final double lower;
  private final double upper;
  private transient Cell cell;

  ColumnCoder(ColumnSpec spec, Optional<ColumnMapping> mapping) {
    ColumnKind kind = spec.kind();
    name = spec.name();
    isLevels = !kind.levels().isEmpty();
    isLog = kind instanceof ColumnKind.Numeric number && number.isLog();
    power = spec.decimals().map(decimals -> Math.pow(10, decimals)).orElse(0.0);
    part = kind instanceof ColumnKind.Date date ? date.part() : null;
    reference =
        kind instanceof ColumnKind.Date date ? date.reference().orElse(FIRST_DAY) : FIRST_DAY;
    addLevels(kind.levels());
    other = levels.getOrDefault(ColumnKind.OTHER, -1);
    absent =
        spec.absence() == Absence.ZERO
            ? 0
            : spec.absence() == Absence.LEVEL
                ? levels.getOrDefault(ColumnSpec.ABSENT, 0)
                : Double.NaN;
    missing = new HashSet<>(spec.missing());
    mapping.ifPresent(own -> missing.addAll(own.missing()));
    for (String code : missing) {
      if (cell().read(code) == Cell.Content.NUMBER) {
        missingNumbers.add(cell().value());
      }
    }
    recoded = mapping.map(own -> new HashMap<>(own.levels())).orElseGet(HashMap::new);
    factor = mapping.map(ColumnMapping::factor).orElse(1.0);
    offset = mapping.map(ColumnMapping::offset).orElse(0.0);
    lower = spec.range().map(ColumnSpec.Range::lower).orElse(Double.NEGATIVE_INFINITY);
    upper = spec.range().map(ColumnSpec.Range::upper).orElse(Double.POSITIVE_INFINITY);
  }

  private void addLevels(List<String> names) {
    Set<String> twice = new HashSet<>();
    for (int l = 0; l < names.size(); l++) {
      String level = names.get(l);
      levels.put(level, l);
      if (cell().read(level) == Cell.Content.NUMBER) {
        numbered.put(cell().value() + 0.0, l);
      }
      String lowerCase = level.toLowerCase(Locale.ROOT);
      if (inLowerCase.put(lowerCase, l) != null) {
        twice.add(lowerCase);
      }
    }
    inLowerCase.keySet().removeAll(twice);
  }

  private Cell cell() {
    if (cell == null) {
      cell = new Cell();
    }
    return cell;
  }

  String name() {
    return name;
  }

  /**
   * Returns the value of a cell, and counts what is odd about it.
   *
   * @param text null where the source has no value
   */
  double code(String text, CellCounts counts) {
    counts.cells++;
    String known = text == null ? "" : recoded.getOrDefault(text, text);
    Integer level = levels.get(known);
    if (level != null) {
      return level;
    }
    if (known.isEmpty()) {
      counts.missing += Double.isNaN(absent) ? 1 : 0;
      return absent;
    }
    Cell.Content content = cell().read(known);
    double number = cell().value();
    if (content == Cell.Content.MISSING || missing.contains(known) || isMissing(content, number)) {
      counts.missing++;
      return Double.NaN;
    }
    double value =
        isLevels
            ? level(known, content, number, counts)
            : part == null ? number(content, number, counts) : date(known, counts);
    counts.missing += Double.isNaN(value) ? 1 : 0;
    return value;
  }

  /**
   * Returns the text of a cell as the study has it, or nothing where it is missing. A whole number
   * has no decimals.
   */
  Optional<String> text(String cell) {
    String known = cell == null ? "" : recoded.getOrDefault(cell, cell);
    if (known.isEmpty()) {
      return Double.isNaN(absent) ? Optional.empty() : Optional.of(ColumnSpec.ABSENT);
    }
    Cell.Content content = cell().read(known);
    double number = cell().value();
    if (content == Cell.Content.MISSING || missing.contains(known) || isMissing(content, number)) {
      return Optional.empty();
    }
    return Optional.of(WHOLE.matcher(known).replaceFirst("$1"));
  }

  private boolean isMissing(Cell.Content content, double number) {
    return content == Cell.Content.NUMBER && missingNumbers.contains(number);
  }

  private double level(String text, Cell.Content content, double number, CellCounts counts) {
    Integer level = content == Cell.Content.NUMBER ? numbered.get(number + 0.0) : null;
    if (level == null) {
      level = inLowerCase.get(text.toLowerCase(Locale.ROOT));
    }
    if (level == null) {
      counts.unknown++;
      return other < 0 ? Double.NaN : other;
    }
    return level;
  }

  private double number(Cell.Content content, double read, CellCounts counts) {
    if (content != Cell.Content.NUMBER) {
      counts.unreadable++;
      return Double.NaN;
    }
    double value = rounded(read * factor + offset);
    counts.outside += value < lower || value > upper ? 1 : 0;
    if (!isLog) {
      return value;
    }
    if (value <= 0) {
      counts.notPositive++;
      return Double.NaN;
    }
    return StrictMath.log(value);
  }

  private double rounded(double value) {
    double parts = value * power;
    return power == 0 || Math.abs(parts) > MOST_EXACT ? value : Math.rint(parts) / power;
  }

  private double date(String text, CellCounts counts) {
    LocalDate day;
    try {
      // What follows the day is a time.
      boolean hasTime = text.length() > 10 && (text.charAt(10) == 'T' || text.charAt(10) == ' ');
      day = LocalDate.parse(hasTime ? text.substring(0, 10) : text);
    } catch (DateTimeException e) {
      counts.unreadable++;
      return Double.NaN;
    }
    double value =
        switch (part) {
          case DAYS -> ChronoUnit.DAYS.between(reference, day);
          case AGE -> ChronoUnit.DAYS.between(day, reference) / DAYS_OF_YEAR;
          case YEAR -> day.getYear();
          case MONTH -> day.getMonthValue();
          case WEEKDAY -> day.getDayOfWeek().getValue();
        };
    counts.outside += value < lower || value > upper ? 1 : 0;
    return value;
  }
}
