package io.coterie.data.mapping;

import io.coterie.data.RowSink;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a site's own columns hold, as far as a mapping is drafted from it. It never leaves the site.
 */
public final class SourceLook implements RowSink {
  /** More different texts are no levels. */
  private static final int MOST_TEXTS = 200;

  private final List<Column> columns = new ArrayList<>();

  /** One column: its different texts, in the order in which they come, and how often. */
  static final class Column {
    final String name;
    private final Map<String, Long> texts = new LinkedHashMap<>();
    private long filled;

    Column(String name) {
      this.name = name;
    }

    void add(String text) {
      if (text == null || text.isEmpty()) {
        return;
      }
      filled++;
      if (texts.size() < MOST_TEXTS || texts.containsKey(text)) {
        texts.merge(text, 1L, Long::sum);
      }
    }

    /** Returns the texts, or the first of them, and how often each occurs. */
    Map<String, Long> texts() {
      return Collections.unmodifiableMap(texts);
    }

    /** Returns whether there are so few different texts that they can be levels. */
    boolean isOfFewTexts() {
      return texts.size() < MOST_TEXTS;
    }

    long filled() {
      return filled;
    }
  }

  @Override
  public void begin(List<String> names) {
    names.forEach(name -> columns.add(new Column(name)));
  }

  @Override
  public void add(long line, String[] cells) {
    for (int j = 0; j < cells.length; j++) {
      columns.get(j).add(cells[j]);
    }
  }

  /** Returns the same without some columns. */
  public SourceLook without(List<String> ignored) {
    SourceLook rest = new SourceLook();
    columns.stream().filter(column -> !ignored.contains(column.name)).forEach(rest.columns::add);
    return rest;
  }

  List<Column> columns() {
    return Collections.unmodifiableList(columns);
  }
}
