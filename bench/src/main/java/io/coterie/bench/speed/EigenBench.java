package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The largest eigenpairs of the normalized graph of nearest neighbors, ours and ARPACK's. */
record EigenBench(ProcessRunner lab) {
  private static final int NEIGHBORS = 10;
  private static final int PAIRS = 10;

  /** Eigenvalues that are further apart than this are no rounding. */
  private static final double AGREEMENT = 1e-6;

  private static final String PEER = "SciPy eigsh, LA, tol 1e-8";

  /** Compares the two on points in groups, whose graph may fall apart, or in one cloud. */
  CostTable table(String name, String shape, Matrix points) {
    Path folder = lab.scratch().folder();
    write(graph(points), folder);
    ProcessRunner.Ended ours = ours("coterie", "eigen");
    ProcessRunner.Ended warm = ours("coterie, warm", "eigen-warm");
    ProcessRunner.Ended peer = lab.peer(PEER, "eigen", folder.toString(), Integer.toString(PAIRS));
    return new CostTable(
        name,
        "The %d largest eigenpairs of the normalized graph of %d neighbors of %,d x %d, %s"
            .formatted(PAIRS, NEIGHBORS, points.rows(), points.columns(), shape),
        PEER,
        List.of(
            converged(ours),
            converged(warm),
            peer.isMeasured() && ours.isMeasured()
                ? peer.row().withNote(agreement(ours.said(), peer.said()))
                : peer.row()),
        List.of(Kernel.WARM));
  }

  private ProcessRunner.Ended ours(String contender, String kernel) {
    return lab.kernel(contender, kernel, lab.scratch().folder(), PAIRS);
  }

  private static Row converged(ProcessRunner.Ended ours) {
    return ours.isMeasured() && !ours.said().path("converged").asBoolean()
        ? ours.row().withNote("it did NOT converge")
        : ours.row();
  }

  /** Returns the points with the mean of its group taken from each: one cloud. */
  static Matrix oneCloud(Matrix points, List<String> groups) {
    Map<String, double[]> sums = new HashMap<>(); // and the number of points at the end
    int d = points.columns();
    for (int i = 0; i < points.rows(); i++) {
      double[] sum = sums.computeIfAbsent(groups.get(i), group -> new double[d + 1]);
      for (int j = 0; j < d; j++) {
        sum[j] += points.at(i, j);
      }
      sum[d]++;
    }
    Matrix cloud = points.copy();
    for (int i = 0; i < points.rows(); i++) {
      double[] sum = sums.get(groups.get(i));
      for (int j = 0; j < d; j++) {
        cloud.set(i, j, points.at(i, j) - sum[j] / sum[d]);
      }
    }
    return cloud;
  }

  /** Returns (E + Eᵀ) / 2 where E links each point to its neighbors, all alike. */
  static SparseGraph graph(Matrix points) {
    try (Parallel parallel = Parallel.of(Runtime.getRuntime().availableProcessors())) {
      Neighbors neighbors = NearestNeighbors.among(points, NEIGHBORS, parallel);
      int[] offsets = new int[points.rows() + 1];
      int[] columns = new int[points.rows() * NEIGHBORS];
      for (int i = 0; i < points.rows(); i++) {
        offsets[i + 1] = (i + 1) * NEIGHBORS;
        for (int h = 0; h < NEIGHBORS; h++) {
          columns[i * NEIGHBORS + h] = neighbors.index(i, h);
        }
      }
      double[] weights = new double[columns.length];
      Arrays.fill(weights, 1);
      return SparseGraph.symmetrized(offsets, columns, weights);
    }
  }

  static void write(SparseGraph graph, Path folder) {
    RawFile.write(folder.resolve("offsets.i32"), graph.offsets());
    RawFile.write(folder.resolve("columns.i32"), graph.columns());
    RawFile.write(folder.resolve("weights.f64"), graph.weights());
  }

  static String agreement(JsonNode ours, JsonNode peer) {
    double apart = 0;
    for (int i = 0; i < PAIRS; i++) {
      double a = ours.path("eigenvalues").path(i).asDouble();
      double b = peer.path("eigenvalues").path(i).asDouble();
      apart = Math.max(apart, Math.abs(a - b));
    }
    return apart <= AGREEMENT
        ? String.format(Locale.ROOT, "its eigenvalues are ours within %.0e", apart)
        : String.format(
            Locale.ROOT,
            "its eigenvalues are NOT ours: they differ by up to %.1e (ours %s, its %s)",
            apart,
            ours.path("eigenvalues"),
            peer.path("eigenvalues"));
  }
}
