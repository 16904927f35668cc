package io.coterie.bench.speed;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Contenders for the same work.
 *
 * @param name a word
 * @param title what the work is
 * @param reference the contender that the others' CPU time is a multiple of; empty if there is none
 * @param rows in the order in which they ran
 * @param notes what holds for all rows
 */
record CostTable(String name, String title, String reference, List<Row> rows, List<String> notes) {
  CostTable {
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /** Returns what a row's CPU time is of that of the reference. */
  OptionalDouble ratio(Row row) {
    Optional<Costs> other =
        rows.stream()
            .filter(candidate -> candidate.contender().equals(reference))
            .findFirst()
            .flatMap(Row::costs);
    return other.isPresent() && row.costs().isPresent()
        ? OptionalDouble.of(row.costs().get().cpuSeconds() / other.get().cpuSeconds())
        : OptionalDouble.empty();
  }

  /** Returns what tells a row from those of other tables, today and in an earlier file. */
  String key(Row row) {
    return name + "/" + row.contender();
  }
}
