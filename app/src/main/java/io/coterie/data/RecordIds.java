package io.coterie.data;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.data.DataSet.Positions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * What records are called by their owner. Ids are put beside an answer; no method sees them and no
 * message holds them.
 *
 * @param column in which they are
 * @param of the id of a record by its position in the input, empty where it has none
 * @param repeated how many records have an id that an earlier one has
 */
public record RecordIds(String column, IntFunction<String> of, long repeated) {
  public RecordIds {
    requireNonNull(column, "column is null");
    requireNonNull(of, "of is null");
  }

  /** Returns the ids of records from a column that was set aside. */
  public static RecordIds of(DataSet data, String column) {
    List<String> kept = data.setAside().get(column);
    if (kept == null) {
      throw CoterieException.usage(
          "--id names column '%s', which %s does not have beside its features."
              .formatted(column, data.name()));
    }
    Positions positions = data.positions();
    int[] rows = positions.toArray();
    return new RecordIds(
        column,
        position -> {
          int row = Arrays.binarySearch(rows, position);
          return row < 0 ? "" : kept.get(row);
        },
        repeated(kept));
  }

  /**
   * Returns the ids of the records of several sources one after the other, each in its own column;
   * empty where no source has any. Sources may name different records alike.
   *
   * @param parts the records that were read
   * @param ids of each part, which may have none
   */
  public static Optional<RecordIds> joined(List<DataSet> parts, List<Optional<RecordIds>> ids) {
    if (ids.stream().noneMatch(Optional::isPresent)) {
      return Optional.empty();
    }
    int[] ends = new int[parts.size()];
    int end = 0;
    long repeated = 0;
    for (int p = 0; p < ends.length; p++) {
      end += parts.get(p).positions().inputSize();
      ends[p] = end;
      repeated += ids.get(p).map(RecordIds::repeated).orElse(0L);
    }
    return Optional.of(
        new RecordIds(
            ids.stream().flatMap(Optional::stream).map(RecordIds::column).findFirst().orElse(""),
            position -> {
              int found = Arrays.binarySearch(ends, position);
              int part = found < 0 ? -found - 1 : found + 1; // an end is the next part's beginning
              int first = part == 0 ? 0 : ends[part - 1];
              return ids.get(part).map(own -> own.of().apply(position - first)).orElse("");
            },
            repeated));
  }

  /**
   * Reads the ids of all records of a file, which is read a second time for them.
   *
   * @param format in which the file writes text
   */
  public static RecordIds read(String source, String column, FileFormat format) {
    List<String> ids = new ArrayList<>();
    DataReader.readText(
        source,
        ReadOptions.defaults().withIdColumn(column).withFormat(format),
        new RowSink() {
          private int at;

          @Override
          public void begin(List<String> names) {
            at = names.indexOf(column);
            if (at < 0) {
              throw CoterieException.usage(
                  "%s has no column '%s'. %s"
                      .formatted(source, column, ColumnNames.hint(column, names)));
            }
          }

          @Override
          public void add(long line, String[] cells) {
            ids.add(cells[at] == null ? "" : cells[at]);
          }
        });
    return new RecordIds(column, ids::get, repeated(ids));
  }

  private static long repeated(List<String> ids) {
    Set<String> seen = new HashSet<>();
    return ids.stream().filter(id -> !seen.add(id)).count();
  }

  /** Returns what should be known if records have the same id. */
  public Optional<String> duplicates() {
    return repeated == 0
        ? Optional.empty()
        : Optional.of(
            ("column '%s' has the same id more than once: %s an id that an earlier one has; each"
                    + " record has its own line, by which 'record' tells them apart")
                .formatted(column, repeated == 1 ? "1 record has" : repeated + " records have"));
  }

  /** Never shows an id. */
  @Override
  public String toString() {
    return "RecordIds[%s]".formatted(column);
  }
}
