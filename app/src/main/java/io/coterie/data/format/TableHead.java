package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.format.CsvTokens.Cell;
import io.coterie.data.format.NumberShape.Seen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What stands above the records of a table, told by its first lines. A line is taken for names only
 * on evidence, so that a record is never shown as a column name.
 *
 * @param skipped how many lines of titles and comments stand above the table, blank ones left out
 * @param hasHeader whether the line after these names the columns
 * @param names of the columns, made up where there are none
 */
record TableHead(int skipped, boolean hasHeader, List<String> names) {
  private static final int LEAST_NUMBERED = 4;
  private static final int MOST_TITLES = 30;

  /** How many lines are looked at. */
  static final int LINES = 1000;

  /** How likely a record at most is whose cells occur nowhere below it, if it is not a header. */
  private static final double MOST_LIKELY_RECORD = 1e-4;

  /**
   * Tells the head of a table.
   *
   * @param lines that are not blank
   * @param namedColumns columns that somebody named, so a line that has one is the header
   */
  static TableHead of(List<List<String>> lines, List<String> namedColumns) {
    int usual = usualWidth(lines);
    int start = 0;
    while (start < lines.size() && isComment(lines.get(start), usual)) {
      start++;
    }
    int table = start;
    while (table < Math.min(lines.size(), start + MOST_TITLES)
        && isTitle(lines.get(table), usual)) {
      table++;
    }
    boolean isBelowTitles =
        table > start
            && table < lines.size()
            && lines.get(table).size() == usual
            && isHeader(lines.subList(table, lines.size()), namedColumns);
    start = isBelowTitles ? table : start;
    List<List<String>> rest = lines.subList(start, lines.size());
    boolean hasHeader = isHeader(rest, namedColumns);
    return new TableHead(start, hasHeader, names(rest, hasHeader));
  }

  /** Refuses a second line of names, or of units, between the names and the records. */
  void requireOneHeader(String source, List<List<String>> lines) {
    if (!hasHeader || lines.size() < skipped + 5) {
      return;
    }
    List<String> second = lines.get(skipped + 1);
    List<List<String>> records = lines.subList(skipped + 2, lines.size());
    int numeric = 0;
    for (int j = 0; j < Math.min(names.size(), second.size()); j++) {
      int column = j;
      boolean isNumeric =
          records.stream()
              .allMatch(line -> column >= line.size() || content(line.get(column)) != Kind.TEXT);
      long numbers = records.stream().filter(line -> isNumber(line, column)).count();
      if (isNumeric && numbers >= 3) {
        String cell = second.get(j);
        boolean isWord = content(cell) == Kind.TEXT && Character.isLetter(cell.codePointAt(0));
        numeric += isWord ? 1 : 0;
        if (!isWord) {
          return;
        }
      }
    }
    if (numeric >= 2) {
      throw CoterieException.badData(
          ("%s seems to have a second line of names or units below the first. Leave one line of"
                  + " names above the records.")
              .formatted(source));
    }
  }

  /** Returns what happens to the lines above the table. */
  String describeSkipped() {
    return skipped == 1
        ? "1 line above the table is left out"
        : skipped + " lines above the table are left out";
  }

  /** Refuses two columns of one name. */
  void requireDifferent(String source) {
    Set<String> seen = new HashSet<>();
    for (int j = 0; j < names.size(); j++) {
      if (!seen.add(names.get(j))) {
        throw CoterieException.badData(
            "%s has two columns with the same name; the second is column %d of %d. Rename one."
                .formatted(source, j + 1, names.size()));
      }
    }
  }

  /** Returns the width that most lines have. */
  static int usualWidth(List<List<String>> lines) {
    Map<Integer, Integer> widths = new HashMap<>();
    lines.forEach(line -> widths.merge(line.size(), 1, Integer::sum));
    int usual = 1;
    for (Map.Entry<Integer, Integer> width : widths.entrySet()) {
      if (width.getValue() > widths.getOrDefault(usual, 0)) {
        usual = width.getKey();
      }
    }
    return usual;
  }

  private static boolean isComment(List<String> line, int usual) {
    return usual > 1 && line.get(0).startsWith("#") && isTitle(line, usual);
  }

  private static boolean isTitle(List<String> line, int usual) {
    long filled = line.stream().filter(cell -> !cell.isEmpty()).count();
    return line.size() < usual || (usual > 1 && filled <= 1);
  }

  private static List<String> names(List<List<String>> lines, boolean hasHeader) {
    List<String> first = lines.isEmpty() ? List.of() : lines.get(0);
    int width = first.size();
    // Programs that end every line with a separator leave a column that has neither name nor cell.
    while (width > 1 && (!hasHeader || first.get(width - 1).isEmpty()) && isEmpty(lines, width)) {
      width--;
    }
    List<String> names = new ArrayList<>();
    for (int j = 0; j < width; j++) {
      boolean isNamed = hasHeader && !first.get(j).isEmpty();
      names.add(isNamed ? first.get(j) : "column" + (j + 1));
    }
    return names;
  }

  private static boolean isEmpty(List<List<String>> lines, int width) {
    return lines.size() > 1
        && lines.stream().allMatch(line -> line.size() < width || line.get(width - 1).isEmpty());
  }

  private enum Kind {
    NUMBER,
    MISSING,
    TEXT
  }

  private static Kind content(String cell) {
    if (Seen.of(cell).isNumber()) {
      return Kind.NUMBER;
    }
    if (Cell.isMissing(cell)) {
      return Kind.MISSING;
    }
    return new Cell().read(cell) == Cell.Content.INFINITE ? Kind.NUMBER : Kind.TEXT;
  }

  private static boolean isNumber(List<String> line, int column) {
    return column < line.size() && content(line.get(column)) == Kind.NUMBER;
  }

  private static boolean isHeader(List<List<String>> lines, List<String> namedColumns) {
    if (lines.isEmpty()) {
      return false;
    }
    List<String> first = lines.get(0);
    if (namedColumns.stream().anyMatch(first::contains)) {
      return true;
    }
    Cell cell = new Cell();
    List<Double> numbers = new ArrayList<>();
    boolean hasText = false;
    boolean isTextAboveNumbers = false;
    for (int j = 0; j < first.size(); j++) {
      Kind content = content(first.get(j));
      if (content == Kind.NUMBER) {
        cell.read(first.get(j));
        numbers.add(cell.value());
      } else if (content == Kind.TEXT) {
        hasText = true;
        isTextAboveNumbers |= holdsNumbers(lines, j);
      }
    }
    if (numbers.isEmpty()) {
      return isTextAboveNumbers || (hasText && lines.size() == 1) || isNew(lines);
    }
    // Tools that have no names to write number the columns, some with an unnamed one in front.
    boolean isNumbered =
        numbers.get(0) == 0
            && numbers.size() >= LEAST_NUMBERED
            && numbers.size() >= first.size() - 1
            && !hasText;
    boolean isNumberedBesideNames = numbers.size() > 1 && isTextAboveNumbers;
    return isCounting(numbers) && (isNumbered || isNumberedBesideNames);
  }

  private static boolean holdsNumbers(List<List<String>> lines, int column) {
    int numbers = 0;
    int texts = 0;
    for (List<String> line : lines.subList(1, lines.size())) {
      if (column < line.size()) {
        Kind content = content(line.get(column));
        numbers += content == Kind.NUMBER ? 1 : 0;
        texts += content == Kind.TEXT ? 1 : 0;
      }
    }
    return numbers > texts;
  }

  private static boolean isCounting(List<Double> numbers) {
    return IntStream.range(1, numbers.size())
        .allMatch(i -> numbers.get(i) == numbers.get(i - 1) + 1);
  }

  /**
   * Returns whether most cells of the first line do not occur below it, where so many occur again
   * and again that a record would not be new so often: how likely one more record is new in a
   * column is about the share of values that occur once (Good 1953).
   */
  private static boolean isNew(List<List<String>> lines) {
    List<String> first = lines.get(0);
    Set<String> different = new HashSet<>(first);
    if (first.size() < 2 || different.size() < first.size() || different.contains("")) {
      return false;
    }
    double likelihood = 1;
    int newCells = 0;
    for (int j = 0; j < first.size(); j++) {
      Map<String, Integer> counts = new HashMap<>();
      int known = 0;
      for (List<String> line : lines.subList(1, lines.size())) {
        if (j < line.size() && !Cell.isMissing(line.get(j))) {
          counts.merge(line.get(j), 1, Integer::sum);
          known++;
        }
      }
      if (counts.containsKey(first.get(j)) || Cell.isMissing(first.get(j))) {
        continue;
      }
      newCells++;
      long once = counts.values().stream().filter(count -> count == 1).count();
      likelihood *= known == 0 ? 1 : (once + 1.0) / (known + 2.0);
    }
    return 2 * newCells > first.size() && likelihood <= MOST_LIKELY_RECORD;
  }
}
