package io.coterie.data.format;

import io.coterie.data.Header;
import io.coterie.data.ReadOptions;
import io.coterie.data.RowSink;
import io.coterie.data.format.CsvTokens.Cell;
import io.coterie.data.format.TableBuilder.RecordSink;
import java.util.List;
import java.util.Map;

/**
 * Makes records of rows of text whose numbers are written as programs write them.
 *
 * <p>Not thread-safe.
 */
final class TableRows implements RowSink {
  private final String source;
  private final ReadOptions options;
  private final RecordSink sink;
  private final Cell cell = new Cell();
  private TableBuilder table;

  TableRows(String source, ReadOptions options, RecordSink sink) {
    this.source = source;
    this.options = options;
    this.sink = sink;
  }

  @Override
  public void begin(List<String> names) {
    table = new TableBuilder(source, names, options, sink);
  }

  @Override
  public void add(long line, String[] cells) {
    for (int j = 0; j < cells.length; j++) {
      String text = cells[j] == null ? "" : cells[j];
      Cell.Content content = cell.read(text);
      table.add(j, content, cell.value(), text);
      if (cell.isLongWhole() && table.isFeature(j)) {
        table.countLong(j);
      }
    }
    table.endRecord(line);
  }

  @Override
  public void note(String sentence) {
    options.notes().accept(sentence);
  }

  /** Checks the whole and returns the columns that are set aside, by name. */
  Map<String, List<String>> finish() {
    return table.finish();
  }

  /** Looks which columns hold text in the first rows. */
  static final class Kinds implements RowSink {
    private static final int LOOKED_AT = 1000;

    private final Cell cell = new Cell();
    private List<String> names;
    private boolean[] hasText;
    private int rows;

    @Override
    public void begin(List<String> columns) {
      names = columns;
      hasText = new boolean[names.size()];
    }

    @Override
    public void add(long line, String[] cells) {
      for (int j = 0; j < cells.length && rows < LOOKED_AT; j++) {
        hasText[j] |= cells[j] != null && cell.read(cells[j]) == Cell.Content.TEXT;
      }
      rows++;
    }

    Header header() {
      return Header.of(names, hasText);
    }
  }
}
