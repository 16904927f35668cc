package io.coterie.bench.speed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.DataLibrary;
import io.coterie.data.DataReader;
import io.coterie.data.DataSet;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Us and what a user would pick instead, side by side on the same data.
 *
 * <p>Not thread-safe: a second one would disturb the first.
 */
public final class SpeedBench {
  private static final String BLOBS = "blobs:20000x16";
  private static final int SGEMM_SIZE = 2048;

  private final Options options;
  private final DataLibrary library;
  private final String program;

  /** What is measured. */
  public enum Part {
    NEIGHBORS,
    EIGEN,
    CLUSTER
  }

  /**
   * What to run.
   *
   * @param parts which tables
   * @param slow whether peers that take many minutes run too
   * @param heap of our processes, as in -Xmx
   */
  public record Options(Set<Part> parts, boolean slow, String heap) {
    public Options {
      parts = Set.copyOf(parts);
    }
  }

  /** A benchmark over a library, whose command line is the given class. */
  public SpeedBench(Options options, DataLibrary library, String program) {
    this.options = options;
    this.library = library;
    this.program = program;
  }

  /** Runs everything; the listener takes a line for each process that has ended. */
  public CostReport run(CostReport.Made made, Earlier earlier, Consumer<String> listener) {
    try (Scratch scratch = new Scratch()) {
      ProcessRunner lab = new ProcessRunner(scratch, options.heap(), listener);
      Optional<Python> python = Python.find(scratch);
      ObjectNode machine = Machine.json(python);
      List<CostTable> tables = new Run(lab, new Peers(python, lab), machine).tables();
      return new CostReport("speed", made, machine, tables, List.of(), earlier);
    }
  }

  /** One run: what was found so far. */
  private final class Run {
    private final ProcessRunner lab;
    private final Peers peers;
    private final ObjectNode machine;
    private final List<CostTable> tables = new ArrayList<>();

    Run(ProcessRunner lab, Peers peers, ObjectNode machine) {
      this.lab = lab;
      this.peers = peers;
      this.machine = machine;
    }

    List<CostTable> tables() {
      NeighborBench neighbors = new NeighborBench(lab, peers, wants(Part.NEIGHBORS) ? peak() : 0);
      if (wants(Part.NEIGHBORS) || wants(Part.EIGEN)) {
        blobs(neighbors);
      }
      if (wants(Part.NEIGHBORS) || wants(Part.CLUSTER)) {
        digits(neighbors);
      }
      return tables;
    }

    private boolean wants(Part part) {
      return options.parts().contains(part);
    }

    /** What one thread of this machine can do, which goes into the report. */
    private double peak() {
      ProcessRunner.Ended sgemm =
          lab.kernel(
              "sgemm, %d³, one thread".formatted(SGEMM_SIZE),
              "sgemm",
              lab.scratch().folder(),
              SGEMM_SIZE);
      double gflops = sgemm.said().path("gflops").asDouble();
      machine.put("sgemm_gflops_of_one_thread", gflops);
      return gflops;
    }

    private void blobs(NeighborBench neighbors) {
      DataSet data = DataReader.read(BLOBS, ReadOptions.defaults());
      Matrix points = data.records();
      if (wants(Part.NEIGHBORS)) {
        RawFile.write(lab.scratch().file("points.f64"), points.array());
        tables.add(
            neighbors.table(
                "neighbors-blobs",
                new NeighborBench.PointFolder(
                    lab.scratch().folder(), points.rows(), points.columns())));
      }
      if (wants(Part.EIGEN)) {
        EigenBench eigen = new EigenBench(lab, peers);
        Matrix cloud = EigenBench.oneCloud(points, data.setAside().get("label"));
        tables.add(eigen.table("eigen-cloud", "in one cloud", cloud));
        tables.add(eigen.table("eigen-groups", "in five groups", points));
      }
    }

    private void digits(NeighborBench neighbors) {
      DataLibrary.Availability there = library.availability(Digits.ENTRY);
      if (!there.isPresent()) {
        tables.add(
            new CostTable(
                "mnist",
                "MNIST",
                "",
                List.of(Row.notMeasured("all contenders", there.remark())),
                List.of()));
        return;
      }
      Digits digits = Digits.write(library, lab.scratch());
      Optional<Row> exact = Optional.empty();
      if (wants(Part.NEIGHBORS)) {
        CostTable table = neighbors.table("neighbors-mnist", digits.points());
        tables.add(table);
        exact =
            table.rows().stream()
                .filter(row -> row.contender().equals(NeighborBench.REFERENCE))
                .findFirst();
      }
      if (wants(Part.CLUSTER)) {
        Row alone =
            exact.orElseGet(() -> neighbors.peer(digits.points(), "float64", Optional.empty()));
        tables.add(new ClusterBench(lab, peers, program).table(digits, alone, options.slow()));
      }
    }
  }
}
