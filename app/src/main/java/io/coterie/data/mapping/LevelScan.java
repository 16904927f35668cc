package io.coterie.data.mapping;

import io.coterie.CoterieException;
import io.coterie.data.RowSink;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.model.ProfileAnswer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the levels that a source has in columns on whose levels the sites have yet to agree.
 *
 * <p>Not thread-safe.
 */
public final class LevelScan implements RowSink, AutoCloseable {
  /** Rows that are looked at together. */
  private static final int MANY = 1024;

  private final String source;
  private final List<ColumnSpec> columns;
  private final Optional<Mapping> mapping;
  private final SortedMap<Integer, NavigableSet<String>> found = new TreeMap<>();
  private final List<String[]> waiting = new ArrayList<>();
  private RecordCoder.Task task;

  public LevelScan(String source, List<ColumnSpec> columns, Optional<Mapping> mapping) {
    this.source = source;
    this.columns = List.copyOf(columns);
    this.mapping = mapping;
    for (int j = 0; j < columns.size(); j++) {
      if (columns.get(j).isOpen()) {
        found.put(j, new TreeSet<>());
      }
    }
  }

  @Override
  public void begin(List<String> names) {
    task = new RecordCoder(source, names, columns, mapping, false).start();
  }

  @Override
  public void add(long line, String[] cells) {
    waiting.add(cells.clone());
    if (waiting.size() == MANY) {
      scanWaiting();
    }
  }

  private void scanWaiting() {
    task.addLevels(waiting, found);
    waiting.clear();
    requireFew(source, columns, found);
  }

  private static void requireFew(
      String source,
      List<ColumnSpec> columns,
      SortedMap<Integer, ? extends NavigableSet<String>> found) {
    found.forEach(
        (j, levels) -> {
          if (levels.size() > ColumnKind.MOST_LEVELS) {
            throw CoterieException.badData(
                ("%s has more than %d different texts in column '%s', so it is no category. Leave an"
                        + " id or a free text out of the study.")
                    .formatted(source, ColumnKind.MOST_LEVELS, columns.get(j).name()));
          }
        });
  }

  /**
   * Returns the levels of each open column in order, at least two, so that cells can be read by
   * them; none of other columns.
   */
  public List<List<String>> levels() {
    scanWaiting();
    return levels(source, columns, found);
  }

  /** Returns the same of the levels that were found by the places of their columns. */
  static List<List<String>> levels(
      String source,
      List<ColumnSpec> columns,
      SortedMap<Integer, ? extends NavigableSet<String>> found) {
    requireFew(source, columns, found);
    List<List<String>> levels = new ArrayList<>(Collections.nCopies(columns.size(), List.of()));
    found.forEach(
        (j, texts) -> {
          if (!texts.stream().allMatch(ProfileAnswer::isName)) {
            throw CoterieException.badData(
                ("%s has texts in column '%s' that cannot be levels: a level has at most %d bytes, all"
                        + " of them visible characters. Leave a free text out of the study, or map"
                        + " it.")
                    .formatted(source, columns.get(j).name(), ProfileAnswer.NAME_BYTES));
          }
          levels.set(j, listed(columns.get(j), texts));
        });
    return levels;
  }

  private static List<String> listed(ColumnSpec column, NavigableSet<String> found) {
    NavigableSet<String> listed = new TreeSet<>(found);
    if (column.absence() == ColumnSpec.Absence.LEVEL) {
      listed.add(ColumnSpec.ABSENT);
    }
    for (String filler : List.of(ColumnKind.OTHER, ColumnSpec.ABSENT)) {
      if (listed.size() < 2) {
        listed.add(filler);
      }
    }
    return List.copyOf(listed);
  }

  /** Returns the columns with a site's own levels, by which its cells are read. */
  public static List<ColumnSpec> closed(List<ColumnSpec> columns, List<List<String>> levels) {
    List<ColumnSpec> closed = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      ColumnSpec column = columns.get(j);
      closed.add(
          column.isOpen() ? column.withKind(new ColumnKind.Category(levels.get(j))) : column);
    }
    return closed;
  }

  @Override
  public void close() {
    if (task != null) {
      task.close();
    }
  }

  /** Returns what is to be asked of levels that were found, by the places of their columns. */
  public static List<Finding> questions(List<ColumnSpec> columns, List<List<String>> levels) {
    List<Finding> questions = new ArrayList<>();
    for (int j = 0; j < levels.size(); j++) {
      LevelSpellings.question(columns.get(j).name(), levels.get(j)).ifPresent(questions::add);
    }
    return questions;
  }

  /** Returns the levels that one of two sources has. */
  public static List<List<String>> union(List<List<String>> one, List<List<String>> other) {
    List<List<String>> all = new ArrayList<>();
    for (int j = 0; j < one.size(); j++) {
      NavigableSet<String> both = new TreeSet<>(one.get(j));
      both.addAll(other.get(j));
      all.add(List.copyOf(both));
    }
    return all;
  }
}
