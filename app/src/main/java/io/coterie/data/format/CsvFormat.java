package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.FileFormat;
import io.coterie.data.format.NumberShape.Seen;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The separator of a text table, told by its first lines.
 *
 * @param isStated whether the first line of the file says it
 * @param lines the first ones that are not blank, cut at the separator
 */
record CsvFormat(char separator, boolean isStated, List<List<String>> lines) {
  private static final char[] SEPARATORS = {',', ';', '\t', '|'};
  private static final int SCORED_LINES = 50;
  private static final int MOST_CELLS = 200_000;
  private static final int LEAST_LINES = 10;

  /**
   * Finds the separator.
   *
   * @param sample the first bytes as UTF-8
   * @param isCut whether the sample ends before the file does
   */
  static CsvFormat of(byte[] sample, boolean isCut, FileFormat stated) {
    String start = new String(sample, 0, Math.min(sample.length, 8), StandardCharsets.UTF_8);
    if (start.toLowerCase(Locale.ROOT).matches("(?s)\"?sep=[,;\t|]\"?[\r\n].*")) {
      char separator = start.charAt(start.indexOf('=') + 1);
      List<List<String>> lines = lines(sample, isCut, separator, Integer.MAX_VALUE);
      return new CsvFormat(separator, true, lines.subList(Math.min(1, lines.size()), lines.size()));
    }
    char best = ',';
    double bestScore = -1;
    for (char separator : SEPARATORS) {
      if (separator == ',' && mayBeDecimalOnly(sample, stated)) {
        continue;
      }
      double score = score(lines(sample, isCut, separator, SCORED_LINES));
      if (score > bestScore) {
        best = separator;
        bestScore = score;
      }
    }
    return new CsvFormat(best, false, lines(sample, isCut, best, Integer.MAX_VALUE));
  }

  /** Returns those that say what stands above the records. */
  List<List<String>> firstLines() {
    return lines.subList(0, Math.min(lines.size(), TableHead.LINES));
  }

  /** A comma before decimals can separate cells only where cells are quoted. */
  private static boolean mayBeDecimalOnly(byte[] sample, FileFormat stated) {
    if (stated.decimal().orElse('.') != ',' && stated.thousands().orElse('.') != ',') {
      return false;
    }
    for (byte symbol : sample) {
      if (symbol == '"') {
        return false;
      }
    }
    return true;
  }

  private static List<List<String>> lines(byte[] sample, boolean isCut, char separator, int most) {
    List<List<String>> lines = new ArrayList<>();
    CsvTokens tokens = new CsvTokens("sample", new ByteArrayInputStream(sample), separator);
    List<String> line = new ArrayList<>();
    int cells = 0;
    try {
      while (lines.size() < most
          && (cells++ < MOST_CELLS || lines.size() < LEAST_LINES)
          && tokens.next()) {
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
    if (isCut && lines.size() > 1 && lines.size() < most) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }

  /** A separator is good if most lines have equally many cells, and then if these are numbers. */
  private static double score(List<List<String>> lines) {
    int usual = TableHead.usualWidth(lines);
    if (usual == 1) {
      return 0;
    }
    long numbers = 0;
    long cells = 0;
    long regular = 0;
    for (List<String> line : lines) {
      cells += line.size();
      numbers += line.stream().filter(text -> Seen.of(text).isNumber()).count();
      regular += line.size() == usual ? 1 : 0;
    }
    return (double) regular / lines.size() + 0.5 * numbers / cells;
  }
}
