package io.coterie.data.mapping;

import static java.util.Objects.requireNonNull;

import io.coterie.data.column.ColumnSpec;
import io.coterie.federation.RowCoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Codes rows by the columns of a study and a mapping, where an engine reads them. */
public record CellCoding(
    String source, List<ColumnSpec> columns, Optional<Mapping> mapping, boolean isShort)
    implements RowCoding {
  public CellCoding {
    requireNonNull(source, "source is null");
    columns = List.copyOf(columns);
    requireNonNull(mapping, "mapping is null");
  }

  @Override
  public RecordCoder bind(List<String> names) {
    return new RecordCoder(source, names, columns, mapping, isShort);
  }

  @Override
  public List<String> libraries() {
    List<String> libraries = new ArrayList<>(List.of("coterie-app"));
    if (mapping.stream()
        .flatMap(all -> all.columns().values().stream())
        .anyMatch(own -> own.sql().isPresent())) {
      libraries.add("duckdb_jdbc");
    }
    return libraries;
  }
}
