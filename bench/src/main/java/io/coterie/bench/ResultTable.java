package io.coterie.bench;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of results, for a screen and as Markdown.
 *
 * @param rows as many cells each
 */
public record ResultTable(
    String title, List<String> header, List<List<String>> rows, List<String> notes) {
  public ResultTable {
    header = List.copyOf(header);
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  public ResultTable(String title, List<String> header, List<List<String>> rows) {
    this(title, header, rows, List.of());
  }

  /** Returns a section of a document, in which the columns after the first so many are numbers. */
  public String markdown(int wordColumns) {
    StringBuilder text = new StringBuilder("## %s\n\n".formatted(title));
    text.append(line(header));
    text.append("|").append("---|".repeat(wordColumns));
    text.append("---:|".repeat(header.size() - wordColumns)).append("\n");
    rows.forEach(row -> text.append(line(row)));
    return text.append(notes.isEmpty() ? "" : "\n").append(list(notes)).toString();
  }

  public static String list(List<String> notes) {
    return notes.stream().map("- %s\n"::formatted).collect(Collectors.joining());
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
