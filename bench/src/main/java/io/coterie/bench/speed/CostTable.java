package io.coterie.bench.speed;

import io.coterie.bench.ResultTable;
import io.coterie.bench.speed.Row.Costs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Contenders for the same work.
 *
 * @param reference the contender that the others' CPU time is a multiple of; empty if there is none
 * @param rows in the order in which they ran
 * @param notes what holds for all rows
 */
record CostTable(String name, String title, String reference, List<Row> rows, List<String> notes) {
  private static final double MEBIBYTE = 1 << 20;

  CostTable {
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /** A column: its name and what it says of a row, if anything. */
  private record Column(String name, Function<Row, Optional<String>> text) {}

  OptionalDouble ratio(Row row) {
    Optional<Costs> other =
        rows.stream()
            .filter(candidate -> candidate.contender().equals(reference))
            .findFirst()
            .flatMap(Row::costs);
    return other.isPresent() && row.costs().isPresent()
        ? OptionalDouble.of(
            row.costs().get().comparedCpuSeconds() / other.get().comparedCpuSeconds())
        : OptionalDouble.empty();
  }

  /** Returns what tells a row from those of other tables, today and in an earlier file. */
  String key(Row row) {
    return name + "/" + row.contender();
  }

  /** Returns the table as text beside an earlier run; columns without a value are left out. */
  ResultTable text(Earlier earlier) {
    List<Column> columns =
        Stream.of(
                cost("step CPU s", costs -> number("%.2f", costs.stepCpuSeconds())),
                cost("CPU s", costs -> number("%.2f", costs.cpuSeconds())),
                cost("wall s", costs -> number("%.2f", costs.wallSeconds())),
                cost("peak MiB", CostTable::peak),
                new Column("ACC", row -> row.scores().flatMap(s -> number("%.3f", s.accuracy()))),
                new Column("NMI", row -> row.scores().flatMap(s -> number("%.3f", s.nmi()))),
                new Column("ratio", row -> ratioText(ratio(row))),
                new Column("of before", row -> ratioText(earlier.ratio(this, row))))
            .filter(column -> rows.stream().anyMatch(row -> column.text().apply(row).isPresent()))
            .toList();
    return new ResultTable(
        title,
        Stream.concat(Stream.of("contender"), columns.stream().map(Column::name)).toList(),
        rows.stream()
            .map(
                row ->
                    Stream.concat(
                            Stream.of(row.contender()),
                            columns.stream().map(column -> column.text().apply(row).orElse("-")))
                        .toList())
            .toList(),
        allNotes());
  }

  private List<String> allNotes() {
    List<String> all = new ArrayList<>();
    if (!reference.isEmpty()) {
      all.add(
          "ratio: CPU seconds over those of %s; of the step, or of the process where it has no step"
              .formatted(reference));
    }
    all.addAll(notes);
    rows.stream()
        .filter(row -> !row.note().isEmpty())
        .forEach(row -> all.add(row.contender() + ": " + row.note()));
    return all;
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
  private static Optional<String> ratioText(OptionalDouble ratio) {
    return number(ratio.orElse(0) < 1 ? "%.3f" : "%.2f", ratio);
  }

  private static Optional<String> number(String format, double value) {
    return Optional.of(String.format(Locale.ROOT, format, value));
  }

  static Optional<String> number(String format, OptionalDouble value) {
    return value.isPresent() ? number(format, value.getAsDouble()) : Optional.empty();
  }
}
