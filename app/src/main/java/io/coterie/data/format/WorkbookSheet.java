package io.coterie.data.format;

import io.coterie.CoterieException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The cells of a workbook's sheet, row by row. Cells in error and formulas that nobody computed are
 * refused.
 *
 * <p>Not thread-safe.
 */
final class WorkbookSheet {
  private static final int MOST_COLUMNS = 1 << 14;
  private static final int LETTERS = 26;

  private final String source;
  private final Workbook book;
  private final Workbook.Sheet sheet;
  private final boolean isFrom1904;
  private final List<String> sharedTexts;
  private final List<WorkbookFormat> formats;
  private final List<Merge> merges = new ArrayList<>();

  /** Cells made one; rows are counted from 1, columns from 0. */
  record Merge(int firstRow, int lastRow, int firstColumn, int lastColumn) {}

  /** Takes rows. */
  interface Rows {
    /**
     * Takes a row that has a cell; the arrays are used again.
     *
     * @param number of the row, from 1
     * @param cells null where there is none
     * @param texts which cells hold text
     */
    void add(int number, boolean isHidden, String[] cells, BitSet texts);
  }

  private String[] cells = new String[16];
  private final BitSet texts = new BitSet();
  private int rowNumber;
  private int lastColumn;

  WorkbookSheet(String source, Workbook book, Workbook.Sheet sheet) throws IOException {
    this.source = source;
    this.book = book;
    this.sheet = sheet;
    isFrom1904 = book.isFrom1904();
    sharedTexts = book.sharedTexts();
    formats = book.formats();
  }

  /** Hands all rows on that have cells. */
  void read(Rows rows) throws IOException {
    rowNumber = 0;
    merges.clear();
    book.read(
        sheet.part(),
        xml -> {
          if (xml.getLocalName().equals("row")) {
            readRow(xml, rows);
          } else if (xml.getLocalName().equals("mergeCell")) {
            Workbook.attribute(xml, "ref").ifPresent(this::addMerge);
          }
        });
  }

  /** Returns the merged cells, after the rows were read. */
  List<Merge> merges() {
    return merges;
  }

  private void addMerge(String range) {
    String[] ends = range.split(":", 2);
    String last = ends[ends.length - 1];
    merges.add(new Merge(row(ends[0]), row(last), column(ends[0]), column(last)));
  }

  private void readRow(XMLStreamReader xml, Rows rows) throws XMLStreamException {
    rowNumber = Workbook.attribute(xml, "r").map(text -> row("A" + text)).orElse(rowNumber + 1);
    boolean isHidden = Workbook.attribute(xml, "hidden").orElse("0").matches("1|true");
    Arrays.fill(cells, null);
    texts.clear();
    lastColumn = -1;
    boolean hasCell = false;
    while (true) {
      int event = xml.next();
      if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("row")) {
        break;
      }
      if (event == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals("c")) {
        hasCell |= readCell(xml);
      }
    }
    if (hasCell) {
      rows.add(rowNumber, isHidden, cells, texts);
    }
  }

  private boolean readCell(XMLStreamReader xml) throws XMLStreamException {
    lastColumn = Workbook.attribute(xml, "r").map(this::column).orElse(lastColumn + 1);
    String type = Workbook.attribute(xml, "t").orElse("n");
    Optional<String> style = Workbook.attribute(xml, "s");
    String value = null;
    boolean hasFormula = false;
    while (true) {
      int event = xml.next();
      if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("c")) {
        break;
      }
      if (event == XMLStreamConstants.START_ELEMENT) {
        switch (xml.getLocalName()) {
          case "v" -> value = WorkbookText.readPlain(source, xml);
          case "is" -> value = WorkbookText.read(source, xml);
          case "f" -> hasFormula = true;
          default -> {
            // Extensions.
          }
        }
      }
    }
    if (value == null && hasFormula) {
      throw CoterieException.badData(
          ("Cell %s of %s has a formula that was never computed. Open it in a spreadsheet program and"
                  + " save it.")
              .formatted(place(), source));
    }
    if (value == null || value.isEmpty()) {
      return false;
    }
    if (lastColumn >= MOST_COLUMNS) {
      throw Workbook.damaged(source);
    }
    if (lastColumn >= cells.length) {
      cells = Arrays.copyOf(cells, Math.max(lastColumn + 1, 2 * cells.length));
    }
    String text = text(type, style, value);
    boolean isText = type.equals("s") || type.equals("str") || type.equals("inlineStr");
    texts.set(lastColumn, isText);
    cells[lastColumn] = text.isEmpty() ? null : text;
    return !text.isEmpty();
  }

  private String text(String type, Optional<String> style, String value) {
    try {
      return switch (type) {
        case "s" -> sharedTexts.get(Integer.parseInt(value));
        case "str" -> WorkbookText.unescaped(value).strip();
        case "inlineStr" -> value;
        case "d" -> value.replaceFirst("T00:00:00(\\.0+)?Z?$", "");
        case "b" -> value.equals("1") ? "true" : "false";
        case "e" ->
            throw CoterieException.badData(
                ("Cell %s of %s holds an error instead of a value. Correct it, or empty it if the"
                        + " value is missing.")
                    .formatted(place(), source));
        default -> number(style, Double.parseDouble(value));
      };
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw Workbook.damaged(source);
    }
  }

  private String number(Optional<String> style, double value) {
    int at = style.map(Integer::parseInt).orElse(-1);
    WorkbookFormat format =
        at >= 0 && at < formats.size() ? formats.get(at) : WorkbookFormat.NUMBER;
    String text = format.text(value, isFrom1904);
    if (text == null) {
      throw CoterieException.badData(
          ("Cell %s of %s is shown as a date, but its number is none. Correct it, or show it as a"
                  + " number.")
              .formatted(place(), source));
    }
    return text;
  }

  private String place() {
    return columnName(lastColumn) + rowNumber;
  }

  static String columnName(int column) {
    StringBuilder name = new StringBuilder();
    for (int rest = column + 1; rest > 0; rest = (rest - 1) / LETTERS) {
      name.insert(0, (char) ('A' + (rest - 1) % LETTERS));
    }
    return name.toString();
  }

  private int column(String reference) {
    int column = 0;
    for (int at = 0; at < reference.length() && column <= MOST_COLUMNS; at++) {
      char symbol = reference.charAt(at);
      if (symbol < 'A' || symbol > 'Z') {
        break;
      }
      column = column * LETTERS + symbol - 'A' + 1;
    }
    if (column == 0 || column > MOST_COLUMNS) {
      throw Workbook.damaged(source);
    }
    return column - 1;
  }

  private int row(String reference) {
    try {
      return Integer.parseInt(reference.replaceFirst("^[A-Z]+", ""));
    } catch (NumberFormatException e) {
      throw Workbook.damaged(source);
    }
  }
}
