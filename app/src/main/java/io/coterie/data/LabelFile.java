package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.format.CsvCell;
import io.coterie.data.format.DuckDb;
import io.coterie.model.Certainty;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Lines of an answer as a file: the columns record, id, site, cluster, name, probability, margin,
 * second, outlier and note, of which id, site, name and note are there only where they are known.
 *
 * @param size how many lines there are
 */
record LabelFile(List<Column> columns, int size) {
  /** Digits behind the point of probabilities and margins. */
  private static final int DIGITS = 10_000;

  /**
   * A column.
   *
   * @param type in SQL
   * @param isText whether a cell is a text that somebody else wrote
   */
  private record Column(String name, String type, boolean isText, IntFunction<String> cells) {
    Column(String name, String type, IntFunction<String> cells) {
      this(name, type, false, cells);
    }

    static Column ofText(String name, IntFunction<String> cells) {
      return new Column(name, "VARCHAR", true, cells);
    }
  }

  static LabelFile of(LabelLines lines) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("record", "INTEGER", i -> Integer.toString(lines.records().at(i))));
    lines
        .ids()
        .ifPresent(
            ids -> columns.add(Column.ofText("id", i -> ids.of().apply(lines.records().at(i)))));
    if (!lines.sites().isEmpty()) {
      columns.add(Column.ofText("site", lines.sites()::get));
    }
    columns.add(new Column("cluster", "INTEGER", i -> number(lines.clusters().of(i))));
    if (!lines.names().isEmpty()) {
      columns.add(Column.ofText("name", i -> lines.names().of(lines.clusters().of(i))));
    }
    lines.certainty().ifPresent(certainty -> addCertainty(columns, certainty));
    if (!lines.notes().isEmpty()) {
      columns.add(Column.ofText("note", lines.notes()::get));
    }
    return new LabelFile(columns, lines.size());
  }

  private static void addCertainty(List<Column> columns, Certainty certainty) {
    columns.add(new Column("probability", "FLOAT", i -> share(certainty.probability(i))));
    columns.add(new Column("margin", "FLOAT", i -> share(certainty.margin(i))));
    columns.add(
        new Column(
            "second", "INTEGER", i -> certainty.second(i) < 0 ? "" : number(certainty.second(i))));
    columns.add(
        new Column(
            "outlier",
            "BOOLEAN",
            i -> certainty.hasLimit(i) ? Boolean.toString(certainty.isOutlier(i)) : ""));
  }

  /** People count from 1. */
  private static String number(int cluster) {
    return Integer.toString(cluster + 1);
  }

  /** Returns a share from 0 to 1 with four digits behind the point; nothing for none. */
  private static String share(float value) {
    if (Float.isNaN(value)) {
      return "";
    }
    long rounded = Math.round((double) value * DIGITS);
    String digits = Long.toString(DIGITS + rounded % DIGITS);
    return rounded / DIGITS + "." + digits.substring(1);
  }

  /**
   * Writes CSV or, if the name ends with .parquet, Parquet. The file appears whole or not at all.
   */
  void write(Path target) {
    Path whole = target.toAbsolutePath();
    boolean isParquet = whole.toString().toLowerCase(Locale.ROOT).endsWith(".parquet");
    try {
      Files.createDirectories(whole.getParent());
      Path csv =
          whole.resolveSibling(
              ".%s.%d".formatted(whole.getFileName(), ProcessHandle.current().pid()));
      Path parquet = csv.resolveSibling(csv.getFileName() + ".parquet");
      try {
        writeCsv(csv, isParquet ? CsvCell::quoted : CsvCell::of); // Parquet has no formulas
        if (isParquet) {
          DuckDb.toParquet(csv, parquet, types());
        }
        move(isParquet ? parquet : csv, whole);
      } finally {
        Files.deleteIfExists(csv);
        Files.deleteIfExists(parquet);
      }
    } catch (IOException | SQLException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "%s cannot be written (%s). Check the folder, its permissions and the free space."
              .formatted(target, e.getClass().getSimpleName()),
          e);
    }
  }

  private Map<String, String> types() {
    Map<String, String> types = new LinkedHashMap<>();
    columns.forEach(column -> types.put(column.name(), column.type()));
    return types;
  }

  private void writeCsv(Path csv, UnaryOperator<String> text) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(csv)) {
      out.write(columns.stream().map(Column::name).collect(Collectors.joining(",", "", "\n")));
      for (int i = 0; i < size; i++) {
        String between = "";
        for (Column column : columns) {
          out.write(between);
          String cell = column.cells().apply(i);
          out.write(column.isText() ? text.apply(cell) : cell);
          between = ",";
        }
        out.write('\n');
      }
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
