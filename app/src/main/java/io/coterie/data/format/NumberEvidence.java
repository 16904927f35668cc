package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.FileFormat;
import io.coterie.data.format.NumberShape.Seen;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the cells of a table say of how it writes numbers. One style holds for the whole table, so
 * one cell that is sure decides for all; only columns that mostly look like numbers have a say.
 *
 * <p>Not thread-safe.
 */
final class NumberEvidence {
  private final String source;
  private final List<String> names;
  private final FileFormat stated;
  private final Set<Integer> aside;
  private final List<Column> columns = new ArrayList<>();

  private static final class Column {
    private final EnumSet<NumberShape> shapes = EnumSet.noneOf(NumberShape.class);
    private final Set<Character> thousands = new HashSet<>();
    private long numbers;
    private long texts;

    boolean isNumeric() {
      return numbers > 0 && numbers >= texts;
    }
  }

  /**
   * Starts with no evidence.
   *
   * @param names may be completed until the style is asked for, like the columns set aside
   * @param aside places of columns whose numbers matter to nobody; they can decide for the others
   */
  NumberEvidence(String source, List<String> names, FileFormat stated, Set<Integer> aside) {
    this.source = source;
    this.names = names;
    this.stated = stated;
    this.aside = aside;
  }

  /** Adds a cell; returns whether it says surely how numbers are written. */
  boolean add(int column, String cell) {
    if (cell.isEmpty()) {
      return false;
    }
    Seen seen = Seen.of(cell);
    while (columns.size() <= column) {
      columns.add(new Column());
    }
    Column own = columns.get(column);
    if (seen.isNumber()) {
      own.numbers++;
      own.shapes.add(seen.shape());
      if (seen.thousands() != NumberStyle.NONE) {
        own.thousands.add(seen.thousands());
      }
    } else if (!CsvTokens.Cell.isMissing(cell)) {
      own.texts++;
    }
    return switch (seen.shape()) {
      case POINT, COMMA, THOUSANDS_POINT, THOUSANDS_COMMA -> true;
      default -> false;
    };
  }

  /** Returns the style that the cells prove; nothing if none of them uses a sign that says one. */
  Optional<NumberStyle> style() {
    char decimal = decimal();
    char thousands = thousands(decimal);
    if (decimal == NumberStyle.NONE) {
      int comma = first(NumberShape.EITHER_COMMA);
      if (comma >= 0) {
        throw unsure(comma);
      }
      return Optional.empty();
    }
    return Optional.of(new NumberStyle(decimal, thousands));
  }

  /** Refuses numbers that could be read in two ways. */
  void requireSure() {
    if (style().isEmpty() && first(NumberShape.EITHER_POINT) >= 0) {
      throw unsure(first(NumberShape.EITHER_POINT));
    }
  }

  private char decimal() {
    if (stated.decimal().isPresent()) {
      return stated.decimal().get();
    }
    if (stated.thousands().isPresent()) {
      char thousands = stated.thousands().get();
      if (thousands == '.' || thousands == ',') {
        return thousands == '.' ? ',' : '.';
      }
    }
    int point = sure(NumberShape.POINT, NumberShape.THOUSANDS_COMMA);
    int comma = sure(NumberShape.COMMA, NumberShape.THOUSANDS_POINT);
    if (point >= 0 && comma >= 0) {
      if (aside.contains(point) == aside.contains(comma)) {
        throw CoterieException.badData(
            ("%s writes numbers with a decimal point in column '%s' and with a decimal comma in"
                    + " column '%s'. Write all alike, or set a column that you do not need aside with"
                    + " --ignore. With --decimal . numbers with a comma are text; with --decimal , the"
                    + " first line with a point is named.")
                .formatted(source, names.get(point), names.get(comma)));
      }
      return aside.contains(point) ? ',' : '.';
    }
    if (point >= 0 || comma >= 0) {
      return point >= 0 ? '.' : ',';
    }
    // A sign that stands between thousands elsewhere leaves the other for the decimals, and where
    // blanks or nothing stand between thousands, the only sign is that of the decimals.
    boolean hasOther = stated.thousands().isPresent() || first(' ') >= 0 || first('\'') >= 0;
    int eitherPoint = first(NumberShape.EITHER_POINT);
    int eitherComma = first(NumberShape.EITHER_COMMA);
    if (hasOther && (eitherPoint < 0 || eitherComma < 0)) {
      return eitherComma >= 0 ? ',' : '.';
    }
    return NumberStyle.NONE;
  }

  private char thousands(char decimal) {
    if (stated.thousands().isPresent()) {
      return stated.thousands().get();
    }
    char found = NumberStyle.NONE;
    for (char sign : new char[] {' ', '\'', '.', ','}) {
      NumberShape either = sign == '.' ? NumberShape.EITHER_POINT : NumberShape.EITHER_COMMA;
      boolean isEither =
          (sign == '.' || sign == ',') && decimal != NumberStyle.NONE && first(either) >= 0;
      if (sign != decimal && (first(sign) >= 0 || isEither)) {
        if (found != NumberStyle.NONE) {
          throw CoterieException.badData(
              ("%s has both %s and %s between the digits of numbers. Write all alike, or say which"
                      + " is meant with --decimal and --thousands.")
                  .formatted(source, NumberStyle.name(found), NumberStyle.name(sign)));
        }
        found = sign;
      }
    }
    if (found == ' ' && names.size() == 1) {
      throw CoterieException.badData(
          ("%s has a single column with blanks between digits. If blanks separate cells, write"
                  + " commas, semicolons or tabs instead; if they separate thousands, say"
                  + " --thousands blank.")
              .formatted(source));
    }
    return found;
  }

  /** Returns the first column that proves one of two, those that matter first; -1 if none does. */
  private int sure(NumberShape one, NumberShape other) {
    int found = -1;
    for (int j = 0; j < columns.size(); j++) {
      boolean isSure = columns.get(j).shapes.contains(one) || columns.get(j).shapes.contains(other);
      if (isSure && columns.get(j).isNumeric() && (found < 0 || aside.contains(found))) {
        found = j;
      }
    }
    return found;
  }

  private int first(NumberShape shape) {
    for (int j = 0; j < columns.size(); j++) {
      if (columns.get(j).shapes.contains(shape)
          && columns.get(j).isNumeric()
          && !aside.contains(j)) {
        return j;
      }
    }
    return -1;
  }

  private int first(char thousands) {
    for (int j = 0; j < columns.size(); j++) {
      if (columns.get(j).thousands.contains(thousands) && columns.get(j).isNumeric()) {
        return j;
      }
    }
    return -1;
  }

  private CoterieException unsure(int column) {
    boolean isPoint = columns.get(column).shapes.contains(NumberShape.EITHER_POINT);
    return CoterieException.badData(
        ("Column '%s' of %s can be read in two ways: every number has three digits after a %s, which"
                + " may stand before decimals or between thousands, and no cell of the file decides"
                + " it. Say --decimal %s if it stands before decimals, or --thousands %s if it"
                + " stands between thousands.")
            .formatted(
                names.get(column),
                source,
                isPoint ? "point" : "comma",
                isPoint ? "." : ",",
                isPoint ? "." : ","));
  }
}
