package io.coterie.data.profile;

import io.coterie.CoterieException;
import io.coterie.data.ColumnNames;
import io.coterie.data.column.ColumnProfile;
import java.util.List;

/**
 * What a site's own table looks like. It never leaves the site.
 *
 * @param records how many there are
 * @param duplicates how many are the same as an earlier one in every column that is not named as an
 *     id, as far as they were compared
 * @param copies columns that say the same
 * @param notes how the source was read
 */
public record TableProfile(
    long records,
    List<ColumnProfile> columns,
    long duplicates,
    List<Copies> copies,
    List<String> notes) {
  public TableProfile {
    columns = List.copyOf(columns);
    copies = List.copyOf(copies);
    notes = List.copyOf(notes);
  }

  /** Returns the same without some columns, or says which of them is not there. */
  public TableProfile without(List<String> ignored) {
    List<String> names = columns.stream().map(ColumnProfile::name).toList();
    for (String name : ignored) {
      if (!names.contains(name)) {
        throw CoterieException.usage(
            "The data has no column '%s'. %s".formatted(name, ColumnNames.hint(name, names)));
      }
    }
    return new TableProfile(
        records,
        columns.stream().filter(column -> !ignored.contains(column.name())).toList(),
        duplicates,
        copies.stream()
            .filter(both -> !ignored.contains(both.first()) && !ignored.contains(both.second()))
            .toList(),
        notes);
  }

  /**
   * Two columns that say the same of every record.
   *
   * @param isRecoded whether in other words
   */
  public record Copies(String first, String second, boolean isRecoded) {}
}
