package io.coterie.data.mapping;

import static java.util.Objects.requireNonNull;

import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.federation.RowCoding;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the levels of columns on whose levels the sites have yet to agree, where an engine reads
 * the rows. Of the rows it makes records without values; the levels are its findings.
 */
public record LevelCoding(String source, List<ColumnSpec> columns, Optional<Mapping> mapping)
    implements RowCoding {
  public LevelCoding {
    requireNonNull(source, "source is null");
    columns = List.copyOf(columns);
    requireNonNull(mapping, "mapping is null");
  }

  @Override
  public Bound bind(List<String> names) {
    return new Columns(new RecordCoder(source, names, columns, mapping, true));
  }

  @Override
  public List<String> libraries() {
    return new CellCoding(source, columns, mapping, true).libraries();
  }

  private record Columns(RecordCoder coder) implements Bound {
    @Override
    public List<String> columns() {
      return coder.columns();
    }

    @Override
    public boolean isShort() {
      return true;
    }

    @Override
    public Task start() {
      return new Scan(coder);
    }
  }

  /** Never refuses a row: an error where rows are read would be logged there. */
  private static final class Scan implements Task {
    private final RecordCoder.Task task;
    private final TreeMap<Integer, TreeSet<String>> found = new TreeMap<>();

    Scan(RecordCoder coder) {
      task = coder.start();
      coder.openFeatures().forEach(j -> found.put(j, new TreeSet<>()));
    }

    @Override
    public List<double[]> code(List<String[]> rows) {
      task.addLevels(rows, found);
      for (TreeSet<String> levels : found.values()) {
        while (levels.size() > ColumnKind.MOST_LEVELS + 1) {
          levels.pollLast();
        }
      }
      return rows.stream().map(row -> new double[0]).toList();
    }

    @Override
    public Serializable findings() {
      return found;
    }

    @Override
    public void close() {
      task.close();
    }
  }

  /** Returns the levels that all tasks found, as a scan in this process would. */
  public List<List<String>> levels(List<Serializable> findings) {
    SortedMap<Integer, TreeSet<String>> all = new TreeMap<>();
    for (Serializable found : findings) {
      ((Map<?, ?>) found)
          .forEach(
              (j, levels) -> {
                TreeSet<String> own = all.computeIfAbsent((Integer) j, key -> new TreeSet<>());
                ((Iterable<?>) levels).forEach(level -> own.add((String) level));
              });
    }
    return LevelScan.levels(source, columns, all);
  }
}
