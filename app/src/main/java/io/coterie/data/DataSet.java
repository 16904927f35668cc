package io.coterie.data;

import io.coterie.math.Matrix;
import io.coterie.protocol.InputKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Records that are ready to be clustered, and what is known of where they came from.
 *
 * <p>Immutable, as long as nobody writes to the matrix.
 *
 * @param name what to call the data in reports; never holds a password
 * @param records one row a record, one column a feature; NaN marks a missing value
 * @param columns the names of the features
 * @param kind what the columns are
 * @param isGuessed whether the kind was found by {@link InputGuess}, and nobody declared it
 * @param setAside columns that are not features (labels, sites, ids), as text, by name
 * @param positions where each record stood in the input
 * @param sha256 of the source's bytes; of names and values where there is no file
 * @param report one entry for each column of the input, features first
 */
public record DataSet(
    String name,
    Matrix records,
    List<String> columns,
    InputKind kind,
    boolean isGuessed,
    Map<String, List<String>> setAside,
    Positions positions,
    String sha256,
    List<ColumnReport> report) {
  public DataSet {
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(kind, "kind is null");
    Objects.requireNonNull(sha256, "sha256 is null");
    columns = List.copyOf(columns);
    report = List.copyOf(report);
    Map<String, List<String>> copies = new LinkedHashMap<>();
    setAside.forEach((column, entries) -> copies.put(column, List.copyOf(entries)));
    setAside = Collections.unmodifiableMap(copies);
    checkSize("names", columns.size(), records.columns());
    checkSize("positions", positions.size(), records.rows());
    setAside.forEach((column, entries) -> checkSize(column, entries.size(), records.rows()));
  }

  private static void checkSize(String what, int found, int needed) {
    if (found != needed) {
      throw new IllegalArgumentException("%d %s, need %d.".formatted(found, what, needed));
    }
  }

  /** Returns the number of records. */
  public int size() {
    return records.rows();
  }

  /** Returns whether a value is missing in any record. */
  public boolean hasMissing() {
    return report.stream()
        .anyMatch(
            column ->
                column.type() == ColumnReport.Type.NUMBER
                    && column.missing() > 0
                    && positions.size() == positions.inputSize());
  }

  /** Never shows a record. */
  @Override
  public String toString() {
    return "DataSet[%s, %d records, %d columns, %s]"
        .formatted(name, records.rows(), records.columns(), kind);
  }
}
