package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.ColumnNames;
import io.coterie.data.ReadOptions;
import io.coterie.data.RowSink;
import io.coterie.data.format.TableBuilder.RecordSink;
import io.coterie.data.mapping.CellCounts;
import io.coterie.data.mapping.RecordCoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Codes rows of text by the kinds of a study's columns, and hands the records on.
 *
 * <p>Not thread-safe.
 */
public final class CodedRows implements RowSink, AutoCloseable {
  /** Rows that are coded at a time where expressions are worked out. */
  private static final int MANY = 1024;

  private static final String[] NOTHING = {};

  private final String source;
  private final ReadOptions options;
  private final RecordSink sink;
  private final List<String> notes = new ArrayList<>();
  private final Map<Integer, List<String>> setAside = new LinkedHashMap<>();
  private List<String> names = List.of();
  private final List<String[]> waiting = new ArrayList<>();
  private RecordCoder coder;
  private RecordCoder.Task task;
  private double[] record;
  private long records;

  public CodedRows(String source, ReadOptions options, RecordSink sink) {
    this.source = source;
    this.options = options;
    this.sink = sink;
  }

  @Override
  public void begin(List<String> columns) {
    names = columns;
    coder =
        new RecordCoder(source, names, options.columns(), options.mapping(), options.keepsFloats());
    task = coder.start();
    record = new double[coder.features()];
    for (String named : options.namedColumns()) {
      if (!names.contains(named)) {
        throw CoterieException.usage(
            "%s has no column '%s'. %s".formatted(source, named, ColumnNames.hint(named, names)));
      }
    }
    if (sink.keepsText()) {
      for (int j = 0; j < names.size(); j++) {
        // What is a feature under its own name is one only; the others are there for the owner.
        if (!options.features().contains(names.get(j))) {
          setAside.put(j, new ArrayList<>());
        }
      }
    }
    sink.begin(options.features());
  }

  @Override
  public void add(long line, String[] cells) {
    setAside.forEach((j, texts) -> texts.add(cells[j] == null ? "" : cells[j]));
    records++;
    if (!task.wantsMany()) {
      task.code(cells, NOTHING, record);
      sink.add(record);
      return;
    }
    waiting.add(cells.clone());
    if (waiting.size() == MANY) {
      codeWaiting();
    }
  }

  private void codeWaiting() {
    task.code(waiting).forEach(sink::add);
    waiting.clear();
  }

  @Override
  public void note(String sentence) {
    notes.add(sentence);
  }

  /** Checks the whole and returns the columns that were set aside, by name. */
  public Map<String, List<String>> finish() {
    if (records == 0) {
      throw CoterieException.badData(
          "%s has a header and no records. Give at least one record.".formatted(source));
    }
    codeWaiting();
    RecordCoder.requireReadable(source, options.features(), task.counts());
    Map<String, List<String>> aside = new LinkedHashMap<>();
    setAside.forEach((j, texts) -> aside.put(names.get(j), texts));
    return aside;
  }

  /** Codes what is still to be coded, without a look at whether it can be used. */
  public List<CellCounts> counted() {
    codeWaiting();
    return task.counts();
  }

  /** Returns the column of the source that each feature is made of; empty for none or several. */
  public List<Optional<String>> origins() {
    return IntStream.range(0, coder.features()).mapToObj(coder::origin).toList();
  }

  /** Returns the columns of the source that no feature is made of. */
  public List<String> unread() {
    List<String> read = coder.columns();
    return names.stream().filter(name -> !read.contains(name)).toList();
  }

  /** Returns what is odd about each column. */
  public List<CellCounts> counts() {
    return task.counts();
  }

  @Override
  public void close() {
    if (task != null) {
      task.close();
    }
  }

  /** Returns how the source was read, as far as its owner should know. */
  public List<String> notes() {
    return List.copyOf(notes);
  }
}
