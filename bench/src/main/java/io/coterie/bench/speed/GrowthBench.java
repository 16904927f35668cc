package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.bench.speed.CostReport.Fit;
import io.coterie.bench.speed.Row.Costs;
import io.coterie.method.anchor.AnchorGroupsMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * What a whole simulation costs at growing numbers of records, and the exponents of that growth. A
 * second one at the same time would disturb the first.
 *
 * @param heap of the processes, as in -Xmx
 * @param program the class of the command line
 */
public record GrowthBench(
    List<Integer> sizes, int features, int sites, String heap, String program) {
  private static final int CLUSTERS = 5; // as many as the blobs have

  /** From here on the start of the program no longer counts. */
  private static final int LARGE = 100_000;

  public GrowthBench {
    sizes = List.copyOf(sizes);
  }

  /** A size that was run, and what it cost. */
  private record Point(int size, Costs costs) {}

  /** Runs everything; the listener takes a line for each process that has ended. */
  public CostReport run(CostReport.Made made, Earlier earlier, Consumer<String> listener) {
    try (Scratch scratch = new Scratch()) {
      JsonNode machine = Machine.json(Optional.empty());
      ProcessRunner lab = new ProcessRunner(scratch, heap, Optional.empty(), listener);
      List<Row> rows = new ArrayList<>();
      List<Point> measured = new ArrayList<>();
      for (int size : sizes) {
        Row row = simulate(size, lab);
        rows.add(row);
        row.costs().ifPresent(costs -> measured.add(new Point(size, costs)));
      }
      CostTable table =
          new CostTable(
              "growth",
              "anchor-graph:groups on N x %d in %d groups, %d sites"
                  .formatted(features, CLUSTERS, sites),
              "",
              rows,
              List.of("whole processes: generating, clustering, scores and files"));
      return new CostReport("growth", made, machine, List.of(table), fits(measured), earlier);
    }
  }

  private Row simulate(int size, ProcessRunner lab) {
    return lab.java(
            "%,d records".formatted(size),
            program,
            "simulate",
            "--data",
            "blobs:%dx%d".formatted(size, features),
            "--clusters",
            Integer.toString(CLUSTERS),
            "--sites",
            Integer.toString(sites),
            "--method",
            AnchorGroupsMethod.NAME,
            "--accept-group-disclosure",
            "--out",
            lab.scratch().file("simulated-" + size).toString(),
            "--format",
            "json")
        .scored();
  }

  private static List<Fit> fits(List<Point> measured) {
    List<Fit> fits = new ArrayList<>(fits(measured, "all sizes", measured));
    List<Point> large = measured.stream().filter(point -> point.size() >= LARGE).toList();
    if (large.size() > 1) {
      fits.addAll(fits(large, "%,d records and more".formatted(LARGE), measured));
    }
    return fits;
  }

  private static List<Fit> fits(List<Point> points, String sizes, List<Point> measured) {
    List<Fit> fits = new ArrayList<>();
    fits.add(new Fit("CPU time", sizes, exponent(points, Costs::cpuSeconds)));
    if (measured.stream().allMatch(point -> point.costs().peakBytes().isPresent())) {
      fits.add(new Fit("memory", sizes, exponent(points, c -> c.peakBytes().orElseThrow())));
    }
    return fits;
  }

  private static OptionalDouble exponent(List<Point> points, ToDoubleFunction<Costs> cost) {
    return exponent(
        points.stream().mapToDouble(Point::size).toArray(),
        points.stream().map(Point::costs).mapToDouble(cost).toArray());
  }

  /** Returns the slope of least squares of log cost over log size; empty for fewer than 2 sizes. */
  static OptionalDouble exponent(double[] sizes, double[] costs) {
    int n = sizes.length;
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < n; i++) {
      meanX += Math.log(sizes[i]) / n;
      meanY += Math.log(costs[i]) / n;
    }
    double squares = 0;
    double products = 0;
    for (int i = 0; i < n; i++) {
      double x = Math.log(sizes[i]) - meanX;
      squares += x * x;
      products += x * (Math.log(costs[i]) - meanY);
    }
    return n < 2 || squares == 0 ? OptionalDouble.empty() : OptionalDouble.of(products / squares);
  }
}
