package io.coterie.report.agreement;

import io.coterie.EnumText;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.study.Schema;
import io.coterie.study.file.StudyText;
import java.util.ArrayList;
import java.util.List;

/** The columns that a study reads at a site, and those that it names only to leave them out. */
record AgreedColumns(Schema schema) {
  static final List<String> HEAD = List.of("column", "kind", "unit", "values");

  /**
   * A column in words.
   *
   * @param values its levels or its range, or nothing
   */
  record Row(String name, String kind, String unit, String values) {
    List<String> cells() {
      return List.of(name, kind, unit, values);
    }
  }

  /** Returns a row for each column; none for images and vectors whose values have no names. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    schema.columns().forEach(column -> rows.add(row(column)));
    schema
        .setAside()
        .forEach(
            other ->
                rows.add(
                    switch (other.use()) {
                      case ID -> new Row(other.name(), "id", "", "stays at the site");
                      case IGNORE -> new Row(other.name(), "ignore", "", "is not read");
                    }));
    return List.copyOf(rows);
  }

  /** Returns in a sentence what a record is. */
  String summary() {
    int dimension = schema.input().dimension();
    return schema.columns().isEmpty()
        ? "A record is one of %s, with %,d values.".formatted(schema.kind(), dimension)
        : "%,d of a record's columns are used. Columns that are not named here are not read."
            .formatted(schema.columns().size());
  }

  private static Row row(ColumnSpec column) {
    return new Row(column.name(), kind(column.kind()), column.unit().orElse(""), values(column));
  }

  private static String kind(ColumnKind kind) {
    if (kind instanceof ColumnKind.Date date) {
      return "date (%s)".formatted(EnumText.of(date.part()));
    }
    return kind instanceof ColumnKind.Numeric number && number.isLog()
        ? "number (logarithm)"
        : kind.word();
  }

  private static String values(ColumnSpec column) {
    return column.kind().levels().isEmpty()
        ? column
            .range()
            .map(
                range ->
                    "%s to %s"
                        .formatted(
                            StudyText.number(range.lower()), StudyText.number(range.upper())))
            .orElse("")
        : String.join(", ", column.kind().levels());
  }
}
