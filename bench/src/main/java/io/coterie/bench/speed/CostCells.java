package io.coterie.bench.speed;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A table of costs as text. Columns without a value are left out.
 *
 * @param table the contenders
 * @param earlier what the last column compares with
 */
record CostCells(CostTable table, Earlier earlier) {
  private static final double MEBIBYTE = 1 << 20;
  private static final String NONE = "-";

  /** A column: its name and what it says of a row, if anything. */
  private record Column(String name, Function<Row, Optional<String>> text) {}

  List<String> header() {
    List<String> header = new ArrayList<>(List.of("contender"));
    columns().forEach(column -> header.add(column.name()));
    return header;
  }

  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (Row row : table.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.contender()));
      columns().forEach(column -> cells.add(column.text().apply(row).orElse(NONE)));
      rows.add(cells);
    }
    return rows;
  }

  private List<Column> columns() {
    List<Column> all =
        List.of(
            cost("step CPU s", costs -> number("%.2f", costs.stepCpuSeconds())),
            cost("CPU s", costs -> number("%.2f", costs.processCpuSeconds())),
            cost("wall s", costs -> number("%.2f", costs.wallSeconds())),
            cost("peak MiB", CostCells::peak),
            new Column("ACC", row -> row.scores().flatMap(s -> number("%.3f", s.accuracy()))),
            new Column("NMI", row -> row.scores().flatMap(s -> number("%.3f", s.nmi()))),
            new Column("ratio", row -> ratio(table.ratio(row))),
            new Column("of before", row -> ratio(earlier.ratio(table, row))));
    return all.stream()
        .filter(
            column -> table.rows().stream().anyMatch(row -> column.text().apply(row).isPresent()))
        .toList();
  }

  private static Column cost(String name, Function<Costs, Optional<String>> text) {
    return new Column(name, row -> row.costs().flatMap(text));
  }

  private static Optional<String> peak(Costs costs) {
    return costs.peakBytes().isPresent()
        ? number("%.0f", costs.peakBytes().getAsLong() / MEBIBYTE)
        : Optional.empty();
  }

  /** Small ratios are the point, so they keep three digits. */
  private static Optional<String> ratio(OptionalDouble ratio) {
    return number(ratio.orElse(0) < 1 ? "%.3f" : "%.2f", ratio);
  }

  private static Optional<String> number(String format, double value) {
    return Optional.of(String.format(Locale.ROOT, format, value));
  }

  static Optional<String> number(String format, OptionalDouble value) {
    return value.isPresent() ? number(format, value.getAsDouble()) : Optional.empty();
  }
}
