package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.FileFormat;
import io.coterie.data.Header;
import io.coterie.data.ReadOptions;
import io.coterie.data.RowSink;
import io.coterie.data.format.CsvTokens.Cell;
import io.coterie.data.format.TableBuilder.RecordSink;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a table from separated text in one pass; what its first lines prove is how it is read. */
public final class CsvReader {
  private static final int HEADER_LINES = 1000;
  private static final int LEAST_LINES = 8;
  private static final int LONGEST_SAMPLE = 1 << 26;

  private final SourceFile file;
  private final TextEncoding encoding;
  private final CsvFormat format;
  private final TableHead head;
  private final CsvTokens tokens;
  private final Cell cell = new Cell();
  private final List<Long> emptyLines = new ArrayList<>();
  private NumberText numbers;

  private CsvReader(
      SourceFile file, TextEncoding encoding, CsvFormat format, TableHead head, CsvTokens tokens) {
    this.file = file;
    this.encoding = encoding;
    this.format = format;
    this.head = head;
    this.tokens = tokens;
  }

  /** Hands every record to a sink and returns the columns that are set aside, by name. */
  public static Map<String, List<String>> read(
      SourceFile file, ReadOptions options, RecordSink sink) throws IOException {
    CsvReader reader = open(file, options.format(), options.namedColumns());
    TableBuilder table = new TableBuilder(file.name(), reader.head.names(), options, sink);
    reader.findNumbers(options);
    reader.describe().ifPresent(options.notes());
    table.setStyle(reader.numbers.style());
    reader.readRecords(table);
    reader.numbers.finish();
    return table.finish();
  }

  /** Returns every record as text as it is, and before them the names of the columns. */
  public static List<List<String>> readText(SourceFile file, List<String> namedColumns)
      throws IOException {
    List<List<String>> lines = new ArrayList<>();
    CsvReader reader = open(file, FileFormat.unstated(), namedColumns);
    lines.add(reader.head.names());
    reader.readLines((line, cells) -> lines.add(List.of(cells)));
    return lines;
  }

  /** Hands every record to a sink as text. */
  public static void readText(SourceFile file, ReadOptions options, RowSink sink)
      throws IOException {
    CsvReader reader = open(file, options.format(), options.knownColumns());
    reader.head.requireDifferent(file.name());
    reader.findNumbers(options);
    sink.begin(reader.head.names());
    reader.describe().ifPresent(sink::note);
    NumberText numbers = reader.numbers;
    TotalLine totals = new TotalLine(file.name());
    reader.readLines(
        (line, cells) -> {
          for (int j = 0; j < cells.length; j++) {
            cells[j] = numbers.of(j, line, cells[j]);
          }
          totals.add(line, cells);
          sink.add(line, cells);
        });
    totals.finish();
    numbers.finish();
  }

  /** Returns the names of the columns and which of them hold numbers, by the first records. */
  public static Header readHeader(SourceFile file, ReadOptions options) throws IOException {
    CsvReader reader = open(file, options.format(), List.of());
    reader.findNumbers(options);
    boolean[] hasText = new boolean[reader.head.names().size()];
    int lines = 0;
    for (List<String> line : reader.format.lines()) {
      boolean isRecord = lines++ >= reader.head.skipped() + (reader.head.hasHeader() ? 1 : 0);
      for (int j = 0; j < Math.min(line.size(), hasText.length) && isRecord; j++) {
        String number = reader.numbers.of(j, lines, line.get(j));
        hasText[j] |= reader.cell.read(number) == Cell.Content.TEXT;
      }
      if (lines == HEADER_LINES) {
        break;
      }
    }
    return Header.of(reader.head.names(), hasText);
  }

  /**
   * Refuses text that is written otherwise than programs write it, for those that find nothing out:
   * UTF-8, names in the first line, and numbers that can be read in one way only.
   */
  static void requirePlain(SourceFile file, char separator) throws IOException {
    CsvReader reader = open(file, FileFormat.unstated(), List.of());
    reader.findNumbers(ReadOptions.defaults()).requireSure();
    boolean isSeparator = reader.format.separator() == separator || reader.head.names().size() == 1;
    boolean isPlain =
        reader.encoding.isUtf8()
            && reader.encoding.mark() == 0
            && reader.numbers.isPlain()
            && isSeparator
            && !reader.format.isStated()
            && reader.head.skipped() == 0;
    if (!isPlain) {
      throw CoterieException.badData(
          ("%s is not written as an engine reads it: UTF-8 without a mark, names in the first line, %s"
                  + " between cells, and a decimal point. Save it so or as Parquet, or use --engine"
                  + " local or stream.")
              .formatted(file.name(), separator == ',' ? "commas" : "tabs"));
    }
  }

  private static CsvReader open(SourceFile file, FileFormat stated, List<String> namedColumns)
      throws IOException {
    TextEncoding encoding = TextEncoding.of(file.name(), file.head(), stated.encoding());
    InputStream text = encoding.utf8(file.name(), file.all());
    byte[] sample = text.readNBytes(SourceFile.SAMPLE);
    boolean isCut = sample.length == SourceFile.SAMPLE;
    while (isCut && lines(sample) < LEAST_LINES) {
      if (sample.length > LONGEST_SAMPLE) {
        throw CoterieException.badData(
            "%s has lines of more than %d MB. Is it a table?"
                .formatted(file.name(), LONGEST_SAMPLE >> 20));
      }
      byte[] more = text.readNBytes(3 * sample.length);
      isCut = more.length == 3 * sample.length;
      int before = sample.length;
      sample = Arrays.copyOf(sample, before + more.length);
      System.arraycopy(more, 0, sample, before, more.length);
    }
    checkText(file.name(), sample);
    CsvFormat format = CsvFormat.of(sample, isCut, stated);
    TableHead head = TableHead.of(format.firstLines(), namedColumns);
    CsvTokens tokens =
        new CsvTokens(file.name(), SourceFile.after(sample, text), format.separator());
    CsvReader reader = new CsvReader(file, encoding, format, head, tokens);
    int above = head.skipped() + (format.isStated() ? 1 : 0) + (head.hasHeader() ? 1 : 0);
    for (int i = 0; i < above; i++) {
      reader.skipLine();
    }
    return reader;
  }

  private static int lines(byte[] sample) {
    int ends = 0;
    for (byte symbol : sample) {
      ends += symbol == '\n' || symbol == '\r' ? 1 : 0;
    }
    return ends;
  }

  private static void checkText(String name, byte[] sample) {
    for (byte symbol : sample) {
      if (symbol != ' ' && symbol != '\n' && symbol != '\r' && symbol != '\t') {
        return;
      }
    }
    throw CoterieException.badData(
        "%s is empty. Give a file with one record in each line.".formatted(name));
  }

  /** Finds how numbers are written, in the first lines. */
  private NumberEvidence findNumbers(ReadOptions options) {
    head.requireOneHeader(file.name(), format.firstLines());
    List<String> names = head.names();
    Set<Integer> aside = aside(names, options);
    NumberEvidence evidence = new NumberEvidence(file.name(), names, options.format(), aside);
    int first = head.skipped() + (head.hasHeader() ? 1 : 0);
    List<List<String>> lines = format.lines();
    for (List<String> line : lines.subList(Math.min(first, lines.size()), lines.size())) {
      for (int j = 0; j < Math.min(line.size(), names.size()); j++) {
        evidence.add(j, line.get(j));
      }
    }
    NumberEvidence later = new NumberEvidence(file.name(), names, options.format(), aside);
    numbers = new NumberText(file.name(), names, aside, evidence.style().orElse(null), later);
    return evidence;
  }

  /** Returns the places of columns whose numbers do not matter. */
  static Set<Integer> aside(List<String> names, ReadOptions options) {
    Set<Integer> aside = new HashSet<>();
    Optional<Set<String>> read = options.readColumns();
    Set<String> named = Set.copyOf(options.namedColumns());
    for (int j = 0; j < names.size(); j++) {
      String name = names.get(j);
      if (named.contains(name) || read.map(known -> !known.contains(name)).orElse(false)) {
        aside.add(j);
      }
    }
    return aside;
  }

  /** Returns how the file is read, if it is not as a program would write it. */
  private Optional<String> describe() {
    List<String> parts = new ArrayList<>();
    if (!encoding.isUtf8()) {
      parts.add(encoding.words());
    }
    if (!numbers.isPlain()) {
      parts.add(numbers.style().words());
    }
    if (head.skipped() > 0) {
      parts.add(head.describeSkipped());
    }
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    String separator = format.separator() == '\t' ? "tabs" : "'" + format.separator() + "'";
    parts.add(encoding.isUtf8() ? 0 : 1, separator + " between cells");
    return Optional.of(file.name() + ": " + String.join(", ", parts));
  }

  private void readRecords(TableBuilder table) throws IOException {
    int width = table.width();
    TotalLine totals = new TotalLine(file.name());
    int column = 0;
    boolean isEmpty = true;
    boolean isWide = false;
    while (tokens.next()) {
      boolean hasCell = tokens.length() > 0 || tokens.isQuoted();
      if (isEmpty && hasCell) {
        isEmpty = false;
        addEmptyLines(table);
        for (int j = 0; j < Math.min(column, width); j++) {
          addMissing(table, j);
        }
        if (column < width && !table.isFeature(column)) {
          totals.add(tokens.line(), tokens.text());
        }
      }
      if (!isEmpty && column < width) {
        addCell(table, column);
      }
      isWide |= column >= width && tokens.length() > 0;
      column++;
      if (tokens.isLast()) {
        if (isEmpty) {
          keepEmptyLine(column, width);
        } else {
          checkWidth(column, width, isWide);
          table.endRecord(tokens.line());
        }
        column = 0;
        isEmpty = true;
        isWide = false;
      }
    }
    totals.finish();
  }

  /** Lines that are all empty count as records only between others. */
  private void keepEmptyLine(int cells, int width) {
    if (cells > 1 || width == 1) {
      emptyLines.add(tokens.line());
    }
  }

  private void addEmptyLines(TableBuilder table) {
    for (long line : emptyLines) {
      for (int j = 0; j < table.width(); j++) {
        addMissing(table, j);
      }
      table.endRecord(line);
    }
    emptyLines.clear();
  }

  private static void addMissing(TableBuilder table, int column) {
    table.add(column, Cell.Content.MISSING, Double.NaN, "");
  }

  private void addCell(TableBuilder table, int column) {
    if (!table.isFeature(column)) {
      table.add(column, Cell.Content.TEXT, Double.NaN, tokens.text());
      return;
    }
    Cell.Content content =
        numbers.isPlain() ? cell.read(tokens.bytes(), tokens.length()) : readStyled();
    if (content == Cell.Content.TEXT) {
      table.add(column, content, Double.NaN, tokens.text());
      return;
    }
    table.addNumber(column, cell.value());
    if (cell.hasPoint() && numbers.isOpen()) {
      numbers.look(column, tokens.text());
    }
    if (cell.isLongWhole()) {
      table.countLong(column);
    }
  }

  private Cell.Content readStyled() {
    String text = tokens.text();
    String canonical = numbers.style().canonical(text);
    Cell.Content content = cell.read(canonical == null ? text : canonical);
    boolean isOtherwise = canonical == null && content == Cell.Content.NUMBER;
    return isOtherwise ? Cell.Content.TEXT : content;
  }

  private interface Lines {
    void add(long line, String[] cells);
  }

  private void readLines(Lines lines) throws IOException {
    int width = head.names().size();
    String[] cells = new String[width];
    int column = 0;
    boolean isEmpty = true;
    boolean isWide = false;
    while (tokens.next()) {
      isEmpty &= tokens.length() == 0 && !tokens.isQuoted();
      isWide |= column >= width && tokens.length() > 0;
      if (column < width) {
        cells[column] = tokens.text();
      }
      column++;
      if (tokens.isLast()) {
        if (isEmpty) {
          keepEmptyLine(column, width);
        } else {
          checkWidth(column, width, isWide);
          for (long line : emptyLines) {
            String[] missing = new String[width];
            Arrays.fill(missing, "");
            lines.add(line, missing);
          }
          emptyLines.clear();
          lines.add(tokens.line(), cells);
        }
        column = 0;
        isEmpty = true;
        isWide = false;
      }
    }
  }

  /** Lines may end with separators of cells that nobody filled. */
  private void checkWidth(int found, int width, boolean isWide) {
    if (found < width || isWide) {
      throw CoterieException.badData(
          ("Line %d of %s has %d cells; the first line has %d. Give every line the same number, and"
                  + " delete lines that are no records.")
              .formatted(tokens.line(), file.name(), found, width));
    }
  }

  private void skipLine() throws IOException {
    boolean isBlank = true;
    while (isBlank && tokens.next()) {
      isBlank = tokens.isLast() && tokens.length() == 0;
      while (!tokens.isLast() && tokens.next()) {
        isBlank = false;
      }
    }
  }
}
