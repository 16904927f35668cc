package io.coterie.data.mapping;

import io.coterie.data.DataSet.Positions;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.column.ColumnSpec.Range;
import io.coterie.data.mapping.CellCounts.Oddity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Which records have cells that are not as their columns are described: outside the stated range,
 * or with a level that the study has not. For the owner of the records only.
 *
 * @param columns as they are described
 * @param cells what was odd about each column, counted by the records of the source
 */
public record OddCells(List<ColumnSpec> columns, List<CellCounts> cells) {
  /**
   * What is odd about some cells of a column.
   *
   * @param what in words
   * @param range which is stated, in words; absent where it is about levels
   * @param becomes what such a cell counts as; absent where it counts as it is
   */
  public record Count(
      String column, long records, String what, Optional<String> range, Optional<String> becomes) {
    public String sentence() {
      String all = "'%s': %s".formatted(column, records == 1 ? "1 record" : records + " records");
      return range
          .map(words -> "%s %s, %s".formatted(all, what, words))
          .orElseGet(
              () ->
                  "%s with a level that the model does not know; %s as %s"
                      .formatted(
                          all, records == 1 ? "it counts" : "they count", becomes.orElse("")));
    }
  }

  public OddCells {
    columns = List.copyOf(columns);
    cells = List.copyOf(cells);
    if (columns.size() != cells.size()) {
      throw new IllegalArgumentException(
          "%d columns but counts of %d.".formatted(columns.size(), cells.size()));
    }
  }

  /** Returns that nothing is odd, where columns are not described. */
  public static OddCells none() {
    return new OddCells(List.of(), List.of());
  }

  /** Returns what is odd, by columns. */
  public List<Count> counts() {
    List<Count> counts = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      ColumnSpec column = columns.get(j);
      for (Oddity kind : Oddity.values()) {
        long records = cells.get(j).count(kind);
        if (records > 0) {
          boolean isLevel = kind == Oddity.UNKNOWN;
          counts.add(
              new Count(
                  column.name(),
                  records,
                  kind.words(),
                  isLevel ? Optional.empty() : column.range().map(OddCells::words),
                  isLevel ? Optional.of(becomes(column)) : Optional.empty()));
        }
      }
    }
    return counts;
  }

  private static String becomes(ColumnSpec column) {
    return column.kind().levels().contains(ColumnKind.OTHER)
        ? "'%s'".formatted(ColumnKind.OTHER)
        : "missing";
  }

  private static String words(Range range) {
    return "%s to %s".formatted(number(range.lower()), number(range.upper()));
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** Returns a note on each kept record; empty where nothing of it is odd. */
  public List<String> notes(Positions positions) {
    List<StringBuilder> notes = new ArrayList<>();
    for (int i = 0; i < positions.size(); i++) {
      notes.add(new StringBuilder());
    }
    for (int j = 0; j < columns.size(); j++) {
      for (Oddity kind : Oddity.values()) {
        BitSet odd = cells.get(j).places(kind);
        for (int i = 0; !odd.isEmpty() && i < notes.size(); i++) {
          if (odd.get(positions.of(i))) {
            StringBuilder note = notes.get(i);
            note.append(note.isEmpty() ? "" : "; ")
                .append(columns.get(j).name())
                .append(' ')
                .append(kind.words());
          }
        }
      }
    }
    return notes.stream().map(StringBuilder::toString).toList();
  }
}
