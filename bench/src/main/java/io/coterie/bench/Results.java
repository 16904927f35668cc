package io.coterie.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The results of a benchmark's runs, by run.
 *
 * <p>Not thread-safe.
 */
public final class Results {
  private final Map<BenchmarkRun, CellResult> byCell = new HashMap<>();
  private final int seeds;

  public Results(int seeds) {
    this.seeds = seeds;
  }

  void put(BenchmarkRun cell, CellResult result) {
    byCell.put(cell, result);
  }

  public int seeds() {
    return seeds;
  }

  /** Returns the results of a run over all seeds that were run. */
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

  /** Returns how many runs ended with an error. */
  public long failures() {
    return byCell.values().stream().filter(result -> result.failure().isPresent()).count();
  }

  /** Returns the wall time of all runs, in seconds, those of earlier sittings included. */
  public double seconds() {
    return byCell.values().stream().mapToDouble(result -> result.cost().seconds()).sum();
  }
}
