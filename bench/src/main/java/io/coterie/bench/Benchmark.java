package io.coterie.bench;

import io.coterie.CoterieException;
import io.coterie.Sha256;
import io.coterie.math.Parallel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the cells of a grid one after the other, each on all threads, small data sets first and the
 * runs on one set together. What the log already has is not run again.
 *
 * <p>Not thread-safe.
 */
public final class Benchmark {
  private final DataLibrary library;
  private final CellLog log;
  private final Parallel parallel;
  private final String version;
  private final BuildHash build = new BuildHash();
  private final Map<String, Double> secondsOf = new HashMap<>();

  public Benchmark(DataLibrary library, CellLog log, Parallel parallel, String version) {
    this.library = library;
    this.log = log;
    this.parallel = parallel;
    this.version = version;
  }

  public interface Listener {
    /** A run begins; earlier results are not told of. */
    void started(BenchmarkRun cell, Position position);

    void finished(BenchmarkRun cell, CellResult result, Position position);
  }

  /**
   * How far a benchmark is.
   *
   * @param done runs that have ended, those of earlier sittings included
   * @param total runs in all
   * @param secondsToGo a guess from the runs so far; nothing before the first has ended
   */
  public record Position(int done, int total, Optional<Double> secondsToGo) {}

  public enum Redo {
    NOTHING,
    FAILURES,
    EVERYTHING
  }

  /** Runs what is missing and returns all results. */
  public Results run(Grid grid, int seeds, Redo redo, Listener listener) {
    Results results = new Results(seeds);
    List<BenchmarkRun> all =
        grid.cells(seeds).stream()
            .sorted(Comparator.comparingLong(Benchmark::size).thenComparing(Benchmark::dataKey))
            .toList();
    if (all.isEmpty()) {
      throw CoterieException.badData(
          "No run is possible: none of the data sets or none of the methods is there."
              + " Set --data-dir or COTERIE_DATA; coterie bench list tells what is missing.");
    }
    List<BenchmarkRun> missing = new ArrayList<>();
    for (BenchmarkRun cell : all) {
      Optional<CellResult> earlier =
          log.find(key(cell))
              .filter(
                  result ->
                      redo == Redo.NOTHING
                          || (redo == Redo.FAILURES && result.failure().isEmpty()));
      earlier.ifPresent(result -> take(results, cell, result));
      if (earlier.isEmpty()) {
        missing.add(cell);
      }
    }
    CellRunner runner = new CellRunner(parallel);
    for (int i = 0; i < missing.size(); i++) {
      BenchmarkRun cell = missing.get(i);
      int done = all.size() - missing.size() + i;
      listener.started(
          cell, new Position(done, all.size(), toGo(missing.subList(i, missing.size()))));
      CellResult result = runner.run(cell, library);
      log.add(key(cell), cell.json().put("version", version).put("build", build(cell)), result);
      take(results, cell, result);
      listener.finished(
          cell,
          result,
          new Position(done + 1, all.size(), toGo(missing.subList(i + 1, missing.size()))));
    }
    return results;
  }

  private void take(Results results, BenchmarkRun cell, CellResult result) {
    results.put(cell, result);
    if (result.failure().isEmpty()) {
      secondsOf.put(costKey(cell), result.cost().seconds());
    }
  }

  /** Guesses by the same run with another seed, else by the method's time for a record. */
  private Optional<Double> toGo(List<BenchmarkRun> cells) {
    if (secondsOf.isEmpty()) {
      return Optional.empty();
    }
    double total = 0;
    for (BenchmarkRun cell : cells) {
      Double known = secondsOf.get(costKey(cell));
      total += known == null ? guess(cell) : known;
    }
    return Optional.of(total);
  }

  private double guess(BenchmarkRun cell) {
    double seconds = 0;
    double records = 0;
    for (String sameMethod : List.of(cell.variant() + " ", "")) {
      for (Map.Entry<String, Double> known : secondsOf.entrySet()) {
        if (known.getKey().startsWith(sameMethod)) {
          seconds += known.getValue();
          records += Double.parseDouble(known.getKey().replaceFirst(".* ", ""));
        }
      }
      if (records > 0) {
        return seconds / records * cell.records();
      }
    }
    return 0;
  }

  private static String costKey(BenchmarkRun cell) {
    return "%s %s %s %s %d %d"
        .formatted(
            cell.variant(),
            cell.entry().name(),
            cell.input().scaling(),
            cell.split().partition(),
            cell.split().sites(),
            cell.records());
  }

  private static long size(BenchmarkRun cell) {
    return (long) cell.records() * cell.entry().shape().features();
  }

  // Runs on one generated draw follow each other; the order of stored sets is the grid's.
  private static String dataKey(BenchmarkRun cell) {
    return cell.entry().name()
        + (cell.entry().source().generated() ? "%09d".formatted(cell.seed()) : "");
  }

  /** Returns what tells this result from any other, the data's bytes and the code included. */
  private String key(BenchmarkRun cell) {
    String text =
        cell.json()
            .put("version", version)
            .put("build", build(cell))
            .put("sha256", library.contentHash(cell.entry()))
            .toString();
    return Sha256.hex(text.getBytes(StandardCharsets.UTF_8)).substring(0, 24);
  }

  private String build(BenchmarkRun cell) {
    return build.of(cell.variant().find().orElseThrow().getClass());
  }
}
