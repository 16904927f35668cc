package io.coterie.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** The results of a benchmark's runs, by run. Not thread-safe. */
public record Results(int seeds, Map<BenchmarkRun, CellResult> byCell) {
  public Results(int seeds) {
    this(seeds, new HashMap<>());
  }

  void put(BenchmarkRun cell, CellResult result) {
    byCell.put(cell, result);
  }

  public List<CellResult> of(BenchmarkRun cell) {
    return LongStream.range(0, seeds)
        .mapToObj(cell::withSeed)
        .map(byCell::get)
        .filter(result -> result != null)
        .toList();
  }

  public Optional<CellResult> of(BenchmarkRun cell, long seed) {
    return Optional.ofNullable(byCell.get(cell.withSeed(seed)));
  }

  public long failures() {
    return byCell.values().stream().filter(result -> result.failure().isPresent()).count();
  }

  /** Returns the wall time of all runs, in seconds, those of earlier sittings included. */
  public double seconds() {
    return byCell.values().stream().mapToDouble(result -> result.cost().seconds()).sum();
  }
}
