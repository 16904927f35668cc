package io.coterie.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Text in aligned columns: words to the left, numbers to the right.
 *
 * <p>Not thread-safe.
 */
public final class Table {
  private static final String GAP = "  ";

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  private Table(List<String> header) {
    this.header = header;
  }

  public static Table withHeader(List<String> names) {
    return new Table(List.copyOf(names));
  }

  /** Returns a table without a header, for facts: a name and a value in each line. */
  public static Table ofFacts() {
    return new Table(List.of());
  }

  public Table row(String... cells) {
    return row(Arrays.asList(cells));
  }

  public Table row(List<String> cells) {
    rows.add(List.copyOf(cells));
    return this;
  }

  public List<String> lines(Console console) {
    List<List<String>> all = new ArrayList<>(rows);
    if (!header.isEmpty()) {
      all.add(0, header);
    }
    int columns = all.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    boolean[] right = new boolean[columns];
    for (int j = 0; j < columns; j++) {
      int column = j;
      widths[j] = all.stream().mapToInt(row -> cell(row, column).length()).max().orElse(0);
      right[j] = !header.isEmpty() && rows.stream().allMatch(row -> isNumber(cell(row, column)));
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder();
      for (int j = 0; j < columns; j++) {
        String pad = " ".repeat(widths[j] - cell(row, j).length());
        line.append(j == 0 ? "" : GAP)
            .append(right[j] ? pad : "")
            .append(cell(row, j))
            .append(right[j] ? "" : pad);
      }
      String text = line.toString().stripTrailing();
      boolean isHeader = !header.isEmpty() && lines.isEmpty();
      boolean isFact = header.isEmpty() && columns > 1;
      if (isFact) {
        int name = Math.min(widths[0], text.length());
        text = console.paint(Ansi.DIM, text.substring(0, name)) + text.substring(name);
      }
      lines.add(isHeader ? console.paint(Ansi.BOLD, text) : text);
    }
    return lines;
  }

  private static String cell(List<String> row, int column) {
    return column < row.size() ? row.get(column) : "";
  }

  private static boolean isNumber(String text) {
    return text.isEmpty() || text.equals("-") || text.matches("[-+]?[0-9.,]+%?");
  }
}
