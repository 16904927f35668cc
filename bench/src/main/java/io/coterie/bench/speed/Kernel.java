package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.NormalizedAdjacency;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.json.Json;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.NativeFloats;
import io.coterie.math.internal.eigen.BlockEigenSolver;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * One of our kernels as a process: reads its input, does the step once, and prints one JSON
 * document with what the step cost. The step is cold, as it is in a run: the compiler's work
 * counts.
 */
final class Kernel {
  /** What tables say of the kernels that are warm. */
  static final String WARM =
      "warm: the second time in one process, whose other columns are of both times";

  /** Ends the name of a kernel that does its step twice and tells of the second time. */
  private static final String AGAIN = "-warm";

  private static final int SGEMM_REPEATS = 5;

  private Kernel() {}

  /** Takes the kernel's name, the folder of its input and its whole numbers. */
  public static void main(String[] args) {
    Path folder = Path.of(args[1]);
    int[] numbers = new int[args.length - 2];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Integer.parseInt(args[i + 2]);
    }
    try (Parallel parallel = Parallel.of(Runtime.getRuntime().availableProcessors())) {
      Supplier<ObjectNode> step =
          switch (args[0].replace(AGAIN, "")) {
            case "neighbors" -> {
              Matrix points = points(folder, numbers[0]);
              yield () -> neighbors(points, numbers[1], parallel);
            }
            case "eigen" -> {
              SparseGraph graph = graph(folder);
              yield () -> eigen(graph, numbers[0], parallel);
            }
            case "sgemm" -> () -> sgemm(numbers[0]);
            default -> throw new IllegalArgumentException("There is no kernel " + args[0] + ".");
          };
      ObjectNode cold = step.get();
      System.out.print(Json.text(args[0].endsWith(AGAIN) ? step.get() : cold));
    }
  }

  static Matrix points(Path folder, int columns) {
    double[] values = RawFile.readDoubles(folder.resolve("points.f64"));
    return Matrix.over(values.length / columns, columns, values);
  }

  static ObjectNode neighbors(Matrix points, int count, Parallel parallel) {
    Stopwatch watch = new Stopwatch();
    Neighbors found = NearestNeighbors.among(points, count, parallel);
    ObjectNode said = watch.json();
    return said.put("distance_sum", distanceSum(found));
  }

  private static double distanceSum(Neighbors found) {
    double sum = 0;
    for (int i = 0; i < found.rows(); i++) {
      for (int h = 0; h < found.count(); h++) {
        sum += Math.sqrt(found.squaredDistance(i, h));
      }
    }
    return sum;
  }

  static SparseGraph graph(Path folder) {
    return SparseGraph.ofRows(
        RawFile.readInts(folder.resolve("offsets.i32")),
        RawFile.readInts(folder.resolve("columns.i32")),
        RawFile.readDoubles(folder.resolve("weights.f64")));
  }

  /** The largest eigenvalues of a graph when it is normalized. */
  static ObjectNode eigen(SparseGraph graph, int count, Parallel parallel) {
    Stopwatch watch = new Stopwatch();
    BlockEigenSolver.Result result =
        BlockEigenSolver.largest(count, 1e-8, new Seed(0), parallel)
            .solve(new NormalizedAdjacency(graph, parallel));
    ObjectNode said = watch.json().put("converged", result.converged());
    ArrayNode values = said.putArray("eigenvalues");
    for (double value : result.pairs().values()) {
      values.add(value);
    }
    return said;
  }

  /** The best rate of square products of floats on one thread, by its CPU time. */
  static ObjectNode sgemm(int size) {
    float[] ones = new float[size * size];
    Arrays.fill(ones, 1);
    double best = 0;
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Stopwatch all = new Stopwatch();
    try (NativeFloats a = NativeFloats.copyOf(ones);
        NativeFloats b = NativeFloats.copyOf(ones);
        NativeFloats c = NativeFloats.ofLength(size * size)) {
      for (int repeat = 0; repeat < SGEMM_REPEATS; repeat++) {
        long start = threads.getCurrentThreadCpuTime();
        Blas.products(-2f, a, b, c, size, size, size);
        best =
            Math.max(best, 2.0 * size * size * size / (threads.getCurrentThreadCpuTime() - start));
      }
    }
    return all.json().put("gflops", best);
  }

  /** CPU and wall time since it was made. */
  private static final class Stopwatch {
    private final double cpu = cpuSeconds();
    private final long start = System.nanoTime();

    ObjectNode json() {
      return Json.object()
          .put("cpu_seconds", cpuSeconds() - cpu)
          .put("wall_seconds", (System.nanoTime() - start) / 1e9);
    }

    private static double cpuSeconds() {
      return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L)
          / 1e9;
    }
  }
}
