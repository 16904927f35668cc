package io.coterie.data.mapping;

import io.coterie.CoterieException;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.column.ColumnSpec.Absence;
import io.coterie.data.format.CsvTokens.Cell;
import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes the value of one feature of a cell's text: a number, the place of a level, or what counts
 * of a date; NaN where it is missing. A cell is coded by itself, and its arithmetic is that of
 * decimals or of single correctly rounded steps, so that every engine gives the same value.
 *
 * <p>Not thread-safe.
 */
final class ColumnCoder implements Serializable {
  private static final double MOST_EXACT = 0x1p53;
  private static final Pattern WHOLE = Pattern.compile("^(-?[0-9]+)\\.0+$");

  private final boolean isAbsentHere;
  private final TextTable<Integer> levels;
  private final int other;
  private final double empty;
  private final String emptyLevel;
  private final TextTable<Boolean> missing;
  private final TextTable<Boolean> missingHere;
  private final TextTable<String> recoded;
  private final NumberReader numbers;
  private final NumberReader plainNumbers = new NumberReader(ColumnMapping.NumberText.USUAL);
  private final DateReader dates;
  private final Conversion conversion;
  private final boolean isLog;
  private final double power;
  private final double lower;
  private final double upper;
  private transient Cell cell;

  /**
   * Makes a coder.
   *
   * @param missing texts of the site that stand for a missing value in every column
   */
  ColumnCoder(ColumnSpec spec, ColumnMapping mapping, Set<String> missing) {
    ColumnKind kind = spec.kind();
    isAbsentHere = mapping.isAbsent();
    levels = new TextTable<>(places(kind.levels()));
    other = kind.levels().indexOf(ColumnKind.OTHER);
    empty =
        spec.absence() == Absence.ZERO
            ? 0
            : spec.absence() == Absence.LEVEL
                ? kind.levels().indexOf(ColumnSpec.ABSENT)
                : Double.NaN;
    emptyLevel = spec.absence() == Absence.LEVEL ? ColumnSpec.ABSENT : null;
    this.missing = codes(spec.missing());
    Set<String> here = new HashSet<>(missing);
    here.addAll(mapping.missing());
    missingHere = codes(here);
    recoded = new TextTable<>(mapping.levels());
    numbers = new NumberReader(mapping.numbers());
    dates = kind instanceof ColumnKind.Date date ? new DateReader(date, mapping.date()) : null;
    conversion = conversion(spec, mapping);
    isLog = kind instanceof ColumnKind.Numeric number && number.isLog();
    power = spec.decimals().map(decimals -> Math.pow(10, decimals)).orElse(0.0);
    lower = spec.range().map(ColumnSpec.Range::lower).orElse(Double.NEGATIVE_INFINITY);
    upper = spec.range().map(ColumnSpec.Range::upper).orElse(Double.POSITIVE_INFINITY);
  }

  private static Map<String, Integer> places(List<String> levels) {
    Map<String, Integer> places = new HashMap<>();
    for (int l = 0; l < levels.size(); l++) {
      places.put(levels.get(l), l);
    }
    return places;
  }

  private static TextTable<Boolean> codes(Collection<String> texts) {
    Map<String, Boolean> codes = new HashMap<>();
    texts.forEach(text -> codes.put(text, true));
    return new TextTable<>(codes);
  }

  /** Returns what converts the site's numbers; null for nothing. */
  static Conversion conversion(ColumnSpec spec, ColumnMapping mapping) {
    if (mapping.unit().isEmpty()) {
      return null;
    }
    ColumnMapping.SiteUnit unit = mapping.unit().get();
    String wanted =
        spec.unit()
            .orElseThrow(
                () ->
                    CoterieException.usage(
                        "Column '%s' has no unit in the study, so none can be converted into it."
                            .formatted(spec.name())));
    Conversion found = Conversion.between(Unit.of(unit.code()), unit.substance(), Unit.of(wanted));
    return found.isIdentity() ? null : found;
  }

  /**
   * Returns the value of a cell, and counts what is odd about it.
   *
   * @param text null where the source has no value
   */
  double code(String text, CellCounts counts) {
    counts.cells++;
    long odd = counts.unknown() + counts.unreadable();
    double value = isAbsentHere ? Double.NaN : value(text == null ? "" : text, counts);
    if (Double.isNaN(value)) {
      counts.missing++;
      counts.empty += counts.unknown() + counts.unreadable() == odd ? 1 : 0;
    }
    return value;
  }

  /**
   * Returns the text of a cell as the study has it, where its levels are open; null where it is
   * missing. A whole number has no decimals.
   *
   * @param text null where the source has no value
   */
  String level(String text) {
    if (isAbsentHere) {
      return null;
    }
    if (cell == null) {
      cell = new Cell();
    }
    String own = text == null ? "" : text;
    if (missingHere.find(own, cell) != null) {
      return null;
    }
    String recodedText = recoded.find(own, cell);
    String known = recodedText == null ? own : recodedText;
    if (known.isEmpty()) {
      return emptyLevel;
    }
    if (missing.find(known, cell) != null || cell.read(known) == Cell.Content.MISSING) {
      return null;
    }
    return WHOLE.matcher(known).replaceFirst("$1");
  }

  private double value(String text, CellCounts counts) {
    if (cell == null) {
      cell = new Cell();
    }
    if (missingHere.find(text, cell) != null) {
      return Double.NaN;
    }
    String recodedText = recoded.find(text, cell);
    boolean isOwn = recodedText == null;
    String known = isOwn ? text : recodedText;
    Integer level = levels.exactly(known);
    if (level == null) {
      if (known.isEmpty()) {
        return empty;
      }
      if (missing.find(known, cell) != null || cell.read(known) == Cell.Content.MISSING) {
        return Double.NaN;
      }
    }
    if (!levels.isEmpty()) {
      return level(known, level, counts);
    }
    return dates == null ? number(known, isOwn, counts) : date(known, isOwn, counts);
  }

  private double level(String text, Integer exact, CellCounts counts) {
    Integer level = exact != null ? exact : levels.find(text, cell);
    if (level != null) {
      counts.see(level);
      return level;
    }
    counts.addUnknown(text);
    return other < 0 ? Double.NaN : other;
  }

  private double number(String text, boolean isOwn, CellCounts counts) {
    NumberReader reader = isOwn ? numbers : plainNumbers;
    NumberReader.Content content = reader.read(text);
    if (content != NumberReader.Content.NUMBER) {
      if (content == NumberReader.Content.UNREADABLE) {
        counts.addUnreadable(text);
      }
      return Double.NaN;
    }
    double read = reader.value();
    boolean converts = isOwn && conversion != null;
    double value = rounded(converts ? conversion.of(reader.text(), read) : read);
    counts.watch(read);
    counts.compare(value, lower, upper);
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

  private double date(String text, boolean isOwn, CellCounts counts) {
    double value = dates.read(text, isOwn);
    if (Double.isNaN(value)) {
      counts.addUnreadable(text);
    }
    counts.compare(value, lower, upper);
    return value;
  }
}
