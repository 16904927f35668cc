package io.coterie.data.mapping;

import io.coterie.data.format.CsvTokens.Cell;
import io.coterie.data.mapping.ColumnMapping.Limit;
import io.coterie.data.mapping.ColumnMapping.NumberText;
import java.io.Serializable;

/**
 * Reads a site's numbers as it writes them, in its own unit.
 *
 * <p>Not thread-safe: {@link #text} belongs to the last cell read.
 */
final class NumberReader implements Serializable {
  private final char decimal;
  private final Limit below;
  private final Limit above;
  private transient Cell cell;
  private transient String text;

  NumberReader(NumberText how) {
    decimal = how.decimal().orElse('.');
    below = how.below().orElse(null);
    above = how.above().orElse(null);
  }

  /** What a cell turned out to be. */
  enum Content {
    NUMBER,
    MISSING,
    UNREADABLE
  }

  private double value;

  /** Returns the number of the last cell. */
  double value() {
    return value;
  }

  /** Returns the last number with a decimal point and digits only. */
  String text() {
    return text;
  }

  Content read(String written) {
    if (cell == null) {
      cell = new Cell();
    }
    char sign = written.charAt(0);
    if (sign != '<' && sign != '>') {
      return readPlain(written);
    }
    Limit limit = sign == '<' ? below : above;
    if (limit == null) {
      return Content.UNREADABLE;
    }
    int from = written.startsWith("=", 1) ? 2 : 1;
    Content content = readPlain(written.substring(from).strip());
    if (content != Content.NUMBER || limit == Limit.LIMIT) {
      return content == Content.NUMBER ? content : Content.UNREADABLE;
    }
    if (limit == Limit.HALF) {
      value /= 2;
      text = Double.toString(value);
    }
    return limit == Limit.HALF ? Content.NUMBER : Content.MISSING;
  }

  private Content readPlain(String written) {
    text = written;
    if (decimal != '.' && written.indexOf(decimal) >= 0) {
      if (written.indexOf('.') >= 0) {
        return Content.UNREADABLE; // which of the two stands before decimals?
      }
      text = written.replace(decimal, '.');
    }
    Cell.Content content = cell.read(text);
    value = cell.value();
    return content == Cell.Content.NUMBER
        ? Content.NUMBER
        : content == Cell.Content.MISSING ? Content.MISSING : Content.UNREADABLE;
  }
}
