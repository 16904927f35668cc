package io.coterie.bench;

import io.coterie.bench.ReferenceScores.Mark;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The plan of a benchmark: a table whose slots name the runs that fill them.
 *
 * @param corner what the rows are
 * @param columns what the columns are
 * @param rows of slots, one for each column
 * @param hasCosts whether anchors, rounds and bytes are shown beside the scores
 */
public record Grid(
    String name,
    String title,
    String corner,
    List<String> columns,
    List<Row> rows,
    List<String> notes,
    boolean hasCosts) {
  public Grid(
      String name,
      String title,
      String corner,
      List<String> columns,
      List<Row> rows,
      List<String> notes) {
    this(name, title, corner, columns, rows, notes, false);
  }

  public Grid {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /** A row: its label, facts beside it and a slot for each column. */
  public record Row(String label, String facts, List<Slot> slots) {
    public Row {
      slots = List.copyOf(slots);
    }
  }

  /**
   * One place in the table.
   *
   * @param cell the run for seed 0, if it can be run
   * @param absent why not
   * @param paper what the paper has there
   * @param ceiling what can honestly be reached there
   * @param reference what another implementation of the same method reached there
   */
  public record Slot(
      Optional<BenchmarkRun> cell,
      String absent,
      Optional<Mark> paper,
      Optional<Mark> ceiling,
      Optional<Mark> reference) {
    public Slot(
        Optional<BenchmarkRun> cell, String absent, Optional<Mark> paper, Optional<Mark> ceiling) {
      this(cell, absent, paper, ceiling, Optional.empty());
    }
  }

  public Grid withCosts() {
    return new Grid(name, title, corner, columns, rows, notes, true);
  }

  boolean hasReferences() {
    return rows.stream()
        .flatMap(row -> row.slots().stream())
        .anyMatch(slot -> slot.reference().isPresent());
  }

  public List<BenchmarkRun> cells(int seeds) {
    return rows.stream()
        .flatMap(row -> row.slots().stream())
        .flatMap(slot -> slot.cell().stream())
        .flatMap(cell -> Stream.iterate(0L, seed -> seed + 1).limit(seeds).map(cell::withSeed))
        .distinct()
        .toList();
  }
}
