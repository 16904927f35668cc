package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.bench.speed.Row.Costs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Exact nearest neighbors, ours and scikit-learn's.
 *
 * @param peakGflops of one thread of this machine; zero if unknown
 */
record NeighborBench(ProcessRunner lab, double peakGflops) {
  static final int COUNT = 11;
  static final String REFERENCE = "scikit-learn kneighbors, float64";

  CostTable table(String name, PointFolder points) {
    List<Row> rows = new ArrayList<>();
    ProcessRunner.Ended ours = ours("coterie", "neighbors", points);
    rows.add(rated(ours, points));
    rows.add(rated(ours("coterie, warm", "neighbors-warm", points), points));
    for (String type : List.of("float64", "float32")) {
      rows.add(peer(points, type, Optional.of(ours.said())));
    }
    return new CostTable(
        name,
        "The %d nearest neighbors of %,d x %d".formatted(COUNT, points.rows(), points.columns()),
        REFERENCE,
        rows,
        List.of(Kernel.WARM));
  }

  private ProcessRunner.Ended ours(String contender, String kernel, PointFolder points) {
    return lab.kernel(contender, kernel, points.folder(), points.columns(), COUNT);
  }

  private Row rated(ProcessRunner.Ended ours, PointFolder points) {
    return ours.row()
        .costs()
        .map(costs -> ours.row().withNote(rate(points, costs)))
        .orElse(ours.row());
  }

  /** Runs scikit-learn's brute force; its answer is held against ours, if there is one. */
  Row peer(PointFolder points, String type, Optional<JsonNode> ours) {
    String name = "scikit-learn kneighbors, " + type;
    ProcessRunner.Ended peer =
        lab.peer(
            name,
            "neighbors",
            points.folder().toString(),
            Integer.toString(points.columns()),
            Integer.toString(COUNT),
            type);
    return peer.isMeasured() && ours.isPresent()
        ? peer.row().withNote(agreement(ours.get(), peer.said()))
        : peer.row();
  }

  private static String agreement(JsonNode ours, JsonNode peer) {
    double theirs = peer.path("distance_sum").asDouble();
    double apart = Math.abs(ours.path("distance_sum").asDouble(Double.NaN) - theirs) / theirs;
    return String.format(Locale.ROOT, "its distances add up to ours within %.0e", apart);
  }

  /** All pairs would be 2 n² d operations; a rate above the peak tells that pairs were skipped. */
  private String rate(PointFolder points, Costs costs) {
    double operations = 2.0 * points.rows() * points.rows() * points.columns();
    double gflops = operations / Math.max(costs.comparedCpuSeconds(), 1e-9) / 1e9;
    String rate =
        String.format(Locale.ROOT, "2 n² d operations at %.1f GFLOP/s for each CPU second", gflops);
    return peakGflops == 0
        ? rate
        : String.format(
            Locale.ROOT,
            "%s, %.0f %% of the %.1f of sgemm on one thread",
            rate,
            100 * gflops / peakGflops,
            peakGflops);
  }

  record PointFolder(Path folder, int rows, int columns) {}
}
