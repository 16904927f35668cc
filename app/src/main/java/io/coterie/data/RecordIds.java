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

  /** Reads the ids of all records of a file, which is read a second time for them. */
  public static RecordIds read(String source, String column) {
    List<String> ids = new ArrayList<>();
    DataReader.readText(
        source,
        ReadOptions.defaults().withIdColumn(column),
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
