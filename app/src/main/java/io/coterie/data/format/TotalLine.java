package io.coterie.data.format;

import io.coterie.CoterieException;
import java.util.Locale;
import java.util.Set;

/**
 * Notices a last line that sums up the others, as spreadsheets have it, and would count as a
 * record.
 *
 * <p>Not thread-safe.
 */
final class TotalLine {
  private static final Set<String> WORDS =
      Set.of(
          "total",
          "totals",
          "totale",
          "sum",
          "summe",
          "somme",
          "suma",
          "gesamt",
          "gesamtsumme",
          "insgesamt",
          "mean",
          "average",
          "mittelwert",
          "durchschnitt",
          "moyenne",
          "median");

  private final String source;
  private long lines;
  private long found;
  private long lastLine;
  private boolean isLast;

  TotalLine(String source) {
    this.source = source;
  }

  void add(long line, String[] cells) {
    for (String cell : cells) {
      if (cell != null && !cell.isEmpty()) {
        add(line, cell);
        return;
      }
    }
  }

  /** Takes the first cell of a line that is not empty. */
  void add(long line, String cell) {
    String word = cell.endsWith(":") ? cell.substring(0, cell.length() - 1).strip() : cell;
    isLast = word.length() <= 12 && WORDS.contains(word.toLowerCase(Locale.ROOT));
    found += isLast ? 1 : 0;
    lines++;
    lastLine = line;
  }

  /** Refuses a last line that begins with a word for a sum, where no other does. */
  void finish() {
    if (isLast && found == 1 && lines > 1) {
      throw CoterieException.badData(
          ("The last line of %s, line %d, seems to sum up the others. Delete it; if it is a record,"
                  + " put it before another.")
              .formatted(source, lastLine));
    }
  }
}
