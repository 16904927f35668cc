package io.coterie.bench.speed;

import io.coterie.bench.speed.CostReport.Fit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * What a whole simulation costs at growing numbers of records, and the exponents of that growth.
 *
 * <p>Not thread-safe: a second one would disturb the first.
 */
public final class GrowthBench {
  private static final int CLUSTERS = 5; // as many as the blobs have

  /** From here on the start of the program no longer counts. */
  private static final int LARGE = 100_000;

  private final Options options;
  private final String program;

  /**
   * What to run.
   *
   * @param sizes numbers of records
   * @param features of each record
   * @param sites that hold them
   * @param heap of the processes, as in -Xmx
   */
  public record Options(List<Integer> sizes, int features, int sites, String heap) {
    public Options {
      sizes = List.copyOf(sizes);
    }
  }

  /** A benchmark whose command line is the given class. */
  public GrowthBench(Options options, String program) {
    this.options = options;
    this.program = program;
  }

  /**
   * A size that was run.
   *
   * @param size number of records
   * @param row what it cost
   */
  private record Point(int size, Row row) {}

  /** Runs everything; the listener takes a line for each process that has ended. */
  public CostReport run(CostReport.Made made, Earlier earlier, Consumer<String> listener) {
    try (Scratch scratch = new Scratch()) {
      var machine = Machine.json(Optional.empty());
      ProcessRunner lab = new ProcessRunner(scratch, options.heap(), listener);
      List<Point> points = new ArrayList<>();
      for (int size : options.sizes()) {
        points.add(new Point(size, simulate(size, lab)));
      }
      CostTable table =
          new CostTable(
              "growth",
              "anchor-graph on N x %d in %d groups, %d sites"
                  .formatted(options.features(), CLUSTERS, options.sites()),
              "",
              points.stream().map(Point::row).toList(),
              List.of("whole processes: generating, clustering, scores and files"));
      return new CostReport("growth", made, machine, List.of(table), fits(points), earlier);
    }
  }

  private Row simulate(int size, ProcessRunner lab) {
    String data = "blobs:%dx%d".formatted(size, options.features());
    return lab.java(
            "%,d records".formatted(size),
            program,
            "simulate",
            "--data",
            data,
            "--clusters",
            Integer.toString(CLUSTERS),
            "--sites",
            Integer.toString(options.sites()),
            "--method",
            "anchor-graph",
            "--out",
            lab.scratch().file("simulated-" + size).toString(),
            "--format",
            "json")
        .scored();
  }

  private static List<Fit> fits(List<Point> points) {
    List<Fit> fits = new ArrayList<>();
    List<Point> measured =
        points.stream().filter(point -> point.row().costs().isPresent()).toList();
    List<Point> large = measured.stream().filter(point -> point.size() >= LARGE).toList();
    boolean hasMemory =
        measured.stream().allMatch(p -> p.row().costs().orElseThrow().peakBytes().isPresent());
    fits.add(new Fit("CPU time", "all sizes", exponent(measured, GrowthBench::cpu)));
    if (hasMemory) {
      fits.add(new Fit("memory", "all sizes", exponent(measured, GrowthBench::peak)));
    }
    if (large.size() > 1) {
      String sizes = "%,d records and more".formatted(LARGE);
      fits.add(new Fit("CPU time", sizes, exponent(large, GrowthBench::cpu)));
      if (hasMemory) {
        fits.add(new Fit("memory", sizes, exponent(large, GrowthBench::peak)));
      }
    }
    return fits;
  }

  private static double cpu(Point point) {
    return point.row().costs().orElseThrow().processCpuSeconds();
  }

  private static double peak(Point point) {
    return point.row().costs().orElseThrow().peakBytes().orElseThrow();
  }

  private static OptionalDouble exponent(List<Point> points, ToDoubleFunction<Point> cost) {
    return PowerLaw.exponent(
        points.stream().mapToDouble(Point::size).toArray(),
        points.stream().mapToDouble(cost).toArray());
  }
}
