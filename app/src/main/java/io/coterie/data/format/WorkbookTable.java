package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.ReadOptions;
import io.coterie.data.RowSink;
import io.coterie.data.format.WorkbookSheet.Merge;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The table in a sheet of a workbook. Two passes: the first finds where it is and how its texts
 * write numbers, the second hands it on.
 *
 * <p>Not thread-safe.
 */
final class WorkbookTable {
  private final String source;
  private final ReadOptions options;
  private final WorkbookSheet sheet;
  private final List<Integer> lineRows = new ArrayList<>();
  private final List<String[]> lines = new ArrayList<>();
  private final List<String> names = new ArrayList<>(); // by the sheet's columns
  private final Set<Integer> aside = new HashSet<>();
  private final NumberEvidence evidence;
  private int firstColumn = Integer.MAX_VALUE;
  private int lastColumn = -1;
  private int lastRow;
  private int hiddenRows;

  private WorkbookTable(String source, ReadOptions options, WorkbookSheet sheet) {
    this.source = source;
    this.options = options;
    this.sheet = sheet;
    this.evidence = new NumberEvidence(source, names, options.format(), aside);
  }

  /** Hands the rows of the sheet that the options name, or of the first, to a sink. */
  static void read(SourceFile file, ReadOptions options, RowSink sink) throws IOException {
    try (Workbook book = Workbook.open(file)) {
      Optional<String> wanted = options.format().sheet();
      Workbook.Sheet sheet = book.sheet(wanted);
      WorkbookTable table =
          new WorkbookTable(file.name(), options, new WorkbookSheet(file.name(), book, sheet));
      int count = book.sheets().size();
      String note =
          wanted.isPresent() || count == 1
              ? ""
              : "%s: only sheet '%s' of %d is read; --sheet names another"
                  .formatted(file.name(), sheet.name(), count);
      table.read(sink, note);
    }
  }

  private void read(RowSink sink, String note) throws IOException {
    sheet.read(this::look);
    if (lines.isEmpty()) {
      throw CoterieException.badData(
          "The sheet of %s is empty. Name another with --sheet.".formatted(source));
    }
    List<List<String>> texts = new ArrayList<>();
    for (String[] line : lines) {
      List<String> cells = new ArrayList<>();
      for (int j = firstColumn; j <= lastColumn; j++) {
        cells.add(j < line.length && line[j] != null ? line[j] : "");
      }
      texts.add(cells);
    }
    TableHead head = TableHead.of(texts, options.knownColumns());
    int firstLine = head.skipped() + (head.hasHeader() ? 1 : 0);
    int headRow = lineRows.get(Math.min(head.skipped(), lineRows.size() - 1));
    checkMerges(headRow);
    head.requireOneHeader(source, texts);
    head.requireDifferent(source);
    names.addAll(Collections.nCopies(firstColumn, ""));
    names.addAll(head.names());
    while (names.size() <= lastColumn) {
      names.add(WorkbookSheet.columnName(names.size()));
    }
    CsvReader.aside(head.names(), options).forEach(j -> aside.add(firstColumn + j));
    evidence.requireSure();
    NumberStyle style = evidence.style().orElse(NumberStyle.PLAIN);
    sink.begin(head.names());
    describe(note, head, style).forEach(sink::note);
    NumberText numbers = new NumberText(source, names, aside, style, evidence);
    int firstRow = firstLine < lineRows.size() ? lineRows.get(firstLine) : Integer.MAX_VALUE;
    hand(sink, numbers, head.names().size(), firstRow);
  }

  private void look(int row, boolean isHidden, String[] cells, BitSet isText) {
    int last = 0;
    for (int j = 0; j < cells.length; j++) {
      if (cells[j] != null) {
        firstColumn = Math.min(firstColumn, j);
        last = j;
        if (isText.get(j)) {
          evidence.add(j, cells[j]);
        }
      }
    }
    lastColumn = Math.max(lastColumn, last);
    hiddenRows += isHidden ? 1 : 0;
    lastRow = row;
    if (lines.size() < TableHead.LINES) {
      lines.add(cells.clone());
      lineRows.add(row);
    }
  }

  /** Cells made one have a value in one place only, so the others would be missing. */
  private void checkMerges(int headRow) {
    for (Merge merge : sheet.merges()) {
      boolean isInTable =
          merge.lastRow() >= headRow
              && merge.firstRow() <= lastRow
              && merge.firstColumn() <= lastColumn
              && merge.lastColumn() >= firstColumn;
      if (isInTable) {
        throw CoterieException.badData(
            ("%s has merged cells in its table, first in %s%d. Split them and fill every cell, with"
                    + " one line of names above the records.")
                .formatted(
                    source, WorkbookSheet.columnName(merge.firstColumn()), merge.firstRow()));
      }
    }
  }

  private List<String> describe(String note, TableHead head, NumberStyle style) {
    List<String> notes = new ArrayList<>();
    if (!note.isEmpty()) {
      notes.add(note);
    }
    if (head.skipped() > 0) {
      notes.add(source + ": " + head.describeSkipped());
    }
    if (!style.isPlain()) {
      notes.add("%s: %s in texts".formatted(source, style.words()));
    }
    if (hiddenRows > 0) {
      notes.add("%s: hidden rows are read as well".formatted(source));
    }
    return notes;
  }

  private void hand(RowSink sink, NumberText numbers, int width, int firstRow) throws IOException {
    String[] record = new String[width];
    TotalLine totals = new TotalLine(source);
    int[] next = {firstRow};
    sheet.read(
        (row, isHidden, cells, isText) -> {
          if (row < firstRow) {
            return;
          }
          // In a single column an empty line between others is a missing value.
          for (; width == 1 && next[0] < row; next[0]++) {
            record[0] = null;
            sink.add(next[0], record);
          }
          for (int j = 0; j < width; j++) {
            int column = firstColumn + j;
            String cell = column < cells.length ? cells[column] : null;
            boolean isNumberText = cell != null && isText.get(column);
            record[j] = isNumberText ? numbers.of(column, row, cell) : cell;
          }
          requireNarrow(row, cells, firstColumn + width);
          totals.add(row, record);
          sink.add(row, record);
          next[0] = row + 1;
        });
    totals.finish();
  }

  private void requireNarrow(int row, String[] cells, int end) {
    for (int j = end; j < cells.length; j++) {
      if (cells[j] != null) {
        throw CoterieException.badData(
            "Line %d of %s has a cell beside the table, in column %s. Name its column or empty it."
                .formatted(row, source, WorkbookSheet.columnName(j)));
      }
    }
  }
}
