package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.Header;
import io.coterie.data.ReadOptions;
import io.coterie.data.RowSink;
import io.coterie.data.format.CsvTokens.Cell;
import io.coterie.data.format.TableBuilder.RecordSink;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Reads a table from separated text in one pass; the format is guessed from the first lines. */
public final class CsvReader {
  private static final int HEADER_LINES = 1000;

  /** Some programs put the byte order mark in front of UTF-8. */
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final SourceFile file;
  private final CsvTokens tokens;
  private final Format format;
  private final Cell cell = new Cell();

  private CsvReader(SourceFile file, CsvTokens tokens, Format format) {
    this.file = file;
    this.tokens = tokens;
    this.format = format;
  }

  /** Hands every record to a sink and returns the columns that are set aside, by name. */
  public static Map<String, List<String>> read(
      SourceFile file, ReadOptions options, RecordSink sink) throws IOException {
    CsvReader reader = open(file, options.namedColumns());
    List<String> first = reader.firstLine();
    TableBuilder table = new TableBuilder(file.name(), reader.columns(first), options, sink);
    if (!reader.format.hasHeader()) {
      reader.addLine(table, first);
    }
    reader.readRecords(table);
    return table.finish();
  }

  /** Returns every record as text, and before them the names of the columns. */
  public static List<List<String>> readText(SourceFile file, List<String> namedColumns)
      throws IOException {
    List<List<String>> lines = new ArrayList<>();
    readText(
        file,
        namedColumns,
        new RowSink() {
          @Override
          public void begin(List<String> names) {
            lines.add(names);
          }

          @Override
          public void add(long line, String[] cells) {
            lines.add(List.of(cells));
          }
        });
    return lines;
  }

  /** Hands every record to a sink as text. */
  public static void readText(SourceFile file, List<String> namedColumns, RowSink sink)
      throws IOException {
    CsvReader reader = open(file, namedColumns);
    List<String> first = reader.firstLine();
    String[] cells = first.toArray(String[]::new);
    sink.begin(reader.columns(first));
    if (!reader.format.hasHeader()) {
      sink.add(reader.tokens.line(), cells);
    }
    int blankLines = 0;
    for (List<String> line = reader.nextLine(); !line.isEmpty(); line = reader.nextLine()) {
      if (line.size() == 1 && line.get(0).isEmpty()) {
        blankLines++;
        continue;
      }
      reader.checkWidth(line.size(), cells.length);
      // In a single column an empty line between others is a missing value.
      for (; blankLines > 0; blankLines--) {
        if (cells.length == 1) {
          cells[0] = "";
          sink.add(reader.tokens.line() - blankLines, cells);
        }
      }
      sink.add(reader.tokens.line(), line.toArray(cells));
    }
  }

  /** Returns the names of the columns and which of them hold numbers, by the first records. */
  public static Header readHeader(SourceFile file) throws IOException {
    CsvReader reader = open(file, List.of());
    List<String> first = reader.firstLine();
    List<String> names = reader.columns(first);
    boolean[] hasText = new boolean[names.size()];
    List<String> line = reader.format.hasHeader() ? reader.nextLine() : first;
    for (int i = 0; i < HEADER_LINES && !line.isEmpty(); i++) {
      for (int j = 0; j < Math.min(line.size(), hasText.length); j++) {
        hasText[j] |= reader.cell.read(line.get(j)) == Cell.Content.TEXT;
      }
      line = reader.nextLine();
    }
    return Header.of(names, hasText);
  }

  private static CsvReader open(SourceFile file, List<String> namedColumns) throws IOException {
    byte[] sample = file.content().readNBytes(Format.SAMPLE);
    checkText(file.name(), sample);
    boolean hasMark = Arrays.equals(MARK, Arrays.copyOf(sample, MARK.length));
    Format format =
        Format.sniff(hasMark ? Arrays.copyOfRange(sample, 3, sample.length) : sample, namedColumns);
    InputStream in = file.contentAfter(sample);
    in.skipNBytes(hasMark ? 3 : 0);
    return new CsvReader(file, new CsvTokens(file.name(), in, format.separator()), format);
  }

  private static void checkText(String name, byte[] sample) {
    boolean isBlank = true;
    for (byte symbol : sample) {
      isBlank &= symbol == ' ' || symbol == '\n' || symbol == '\r' || symbol == '\t';
      if (symbol == 0) {
        throw CoterieException.badData(
            ("%s is neither UTF-8 text nor a format that can be read. Give CSV or TSV text (also as"
                    + " .gz), Parquet or IDX.")
                .formatted(name));
      }
    }
    if (isBlank) {
      throw CoterieException.badData(
          "%s is empty. Give a file with one record in each line.".formatted(name));
    }
  }

  private void addLine(TableBuilder table, List<String> line) {
    for (int j = 0; j < line.size(); j++) {
      Cell.Content content = cell.read(line.get(j));
      table.add(j, content, cell.value(), line.get(j));
    }
    table.endRecord(tokens.line());
  }

  private void readRecords(TableBuilder table) throws IOException {
    int width = table.width();
    int column = 0;
    int blankLines = 0;
    while (tokens.next()) {
      if (column == 0 && tokens.isLast() && tokens.length() == 0 && !tokens.isQuoted()) {
        blankLines++;
        continue;
      }
      // In a single column an empty line between others is a missing value.
      for (; blankLines > 0; blankLines--) {
        if (width == 1) {
          table.add(0, Cell.Content.MISSING, Double.NaN, "");
          table.endRecord(tokens.line() - blankLines);
        }
      }
      if (column < width) {
        addCell(table, column);
      }
      column++;
      if (tokens.isLast()) {
        checkWidth(column, width);
        table.endRecord(tokens.line());
        column = 0;
      }
    }
  }

  private void addCell(TableBuilder table, int column) {
    if (table.isFeature(column)) {
      Cell.Content content = cell.read(tokens.bytes(), tokens.length());
      if (content == Cell.Content.TEXT) {
        table.add(column, content, Double.NaN, tokens.text());
      } else {
        table.addNumber(column, cell.value());
      }
    } else {
      table.add(column, Cell.Content.TEXT, Double.NaN, tokens.text());
    }
  }

  private void checkWidth(int found, int width) {
    if (found != width) {
      throw CoterieException.badData(
          "Line %d of %s has %d cells; the first line has %d. Give every line the same number."
              .formatted(tokens.line(), file.name(), found, width));
    }
  }

  private List<String> firstLine() throws IOException {
    List<String> line = nextLine();
    while (line.size() == 1 && line.get(0).isEmpty()) {
      line = nextLine();
    }
    return line;
  }

  private List<String> nextLine() throws IOException {
    List<String> line = new ArrayList<>();
    while (tokens.next()) {
      line.add(tokens.text());
      if (tokens.isLast()) {
        break;
      }
    }
    return line;
  }

  private List<String> columns(List<String> first) {
    List<String> names = new ArrayList<>();
    for (int j = 0; j < first.size(); j++) {
      boolean isNamed = format.hasHeader() && !first.get(j).isEmpty();
      names.add(isNamed ? first.get(j) : "column" + (j + 1));
    }
    return names;
  }

  /**
   * The separator of a text table and whether its first line names the columns, guessed from the
   * first lines. A first line is taken for names only on evidence, so that a record is never shown
   * as a column name.
   */
  private record Format(char separator, boolean hasHeader) {
    /** How many bytes the guess may look at. */
    static final int SAMPLE = 1 << 20;

    private static final char[] SEPARATORS = {',', ';', '\t', '|'};
    private static final int SAMPLE_LINES = 50;
    private static final int LEAST_NUMBERED = 4;

    static Format sniff(byte[] sample, List<String> namedColumns) {
      char best = ',';
      List<List<String>> bestLines = List.of();
      double bestScore = -1;
      for (char separator : SEPARATORS) {
        List<List<String>> lines = lines(sample, separator);
        double score = score(lines);
        if (score > bestScore) {
          best = separator;
          bestLines = lines;
          bestScore = score;
        }
      }
      return new Format(best, isHeader(bestLines, namedColumns));
    }

    private static List<List<String>> lines(byte[] sample, char separator) {
      List<List<String>> lines = new ArrayList<>();
      CsvTokens tokens = new CsvTokens("sample", new ByteArrayInputStream(sample), separator);
      List<String> line = new ArrayList<>();
      try {
        while (lines.size() < SAMPLE_LINES && tokens.next()) {
          line.add(tokens.text());
          if (tokens.isLast()) {
            if (line.size() > 1 || !line.get(0).isEmpty()) {
              lines.add(line);
            }
            line = new ArrayList<>();
          }
        }
      } catch (CoterieException e) {
        // The sample may end inside a quote; the lines before it are enough.
        return lines;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      // The last line of a full sample is cut off somewhere.
      if (sample.length == SAMPLE && lines.size() > 1 && lines.size() < SAMPLE_LINES) {
        lines.remove(lines.size() - 1);
      }
      return lines;
    }

    /** A separator is good if most lines have equally many cells, and then if these are numbers. */
    private static double score(List<List<String>> lines) {
      Map<Integer, Integer> widths = new HashMap<>();
      lines.forEach(line -> widths.merge(line.size(), 1, Integer::sum));
      int usual = 1;
      for (Map.Entry<Integer, Integer> width : widths.entrySet()) {
        if (width.getValue() > widths.getOrDefault(usual, 0)) {
          usual = width.getKey();
        }
      }
      if (usual == 1) {
        return 0;
      }
      Cell cell = new Cell();
      long numbers = 0;
      long cells = 0;
      for (List<String> line : lines) {
        cells += line.size();
        numbers += line.stream().filter(text -> cell.read(text) == Cell.Content.NUMBER).count();
      }
      return (double) widths.get(usual) / lines.size() + 0.5 * numbers / cells;
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
        Cell.Content content = cell.read(first.get(j));
        if (content == Cell.Content.NUMBER) {
          numbers.add(cell.value());
        } else if (content == Cell.Content.TEXT) {
          hasText = true;
          isTextAboveNumbers |= holdsNumbers(lines, j);
        }
      }
      if (numbers.isEmpty()) {
        return isTextAboveNumbers || (hasText && lines.size() == 1);
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
      Cell cell = new Cell();
      int numbers = 0;
      int texts = 0;
      for (List<String> line : lines.subList(1, lines.size())) {
        if (column < line.size()) {
          Cell.Content content = cell.read(line.get(column));
          numbers += content == Cell.Content.NUMBER ? 1 : 0;
          texts += content == Cell.Content.TEXT ? 1 : 0;
        }
      }
      return numbers > texts;
    }

    private static boolean isCounting(List<Double> numbers) {
      return IntStream.range(1, numbers.size())
          .allMatch(i -> numbers.get(i) == numbers.get(i - 1) + 1);
    }
  }
}
