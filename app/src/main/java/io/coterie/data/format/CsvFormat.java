package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.format.CsvTokens.Cell;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The separator of a text table and whether its first line names the columns, guessed from the
 * first lines. A first line is taken for names only on evidence, so that a record is never shown as
 * a column name.
 */
record CsvFormat(char separator, boolean hasHeader) {
  /** How many bytes the guess may look at. */
  static final int SAMPLE = 1 << 20;

  private static final char[] SEPARATORS = {',', ';', '\t', '|'};
  private static final int SAMPLE_LINES = 50;
  private static final int LEAST_NUMBERED = 4;

  static CsvFormat sniff(byte[] sample, List<String> namedColumns) {
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
    return new CsvFormat(best, isHeader(bestLines, namedColumns));
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
