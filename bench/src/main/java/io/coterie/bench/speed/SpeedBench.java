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
 * Us and what a user would pick instead, side by side on the same data. A second one at the same
 * time would disturb the first.
 *
 * @param slow whether peers that take many minutes run too
 * @param heap of our processes, as in -Xmx
 * @param program the class of the command line
 */
public record SpeedBench(
    Set<Part> parts, boolean slow, String heap, DataLibrary library, String program) {
  private static final String BLOBS = "blobs:20000x16";
  private static final int SGEMM_SIZE = 2048;

  public SpeedBench {
    parts = Set.copyOf(parts);
  }

  /** What is measured. */
  public enum Part {
    NEIGHBORS,
    EIGEN,
    CLUSTER
  }

  /** Runs everything; the listener takes a line for each process that has ended. */
  public CostReport run(CostReport.Made made, Earlier earlier, Consumer<String> listener) {
    try (Scratch scratch = new Scratch()) {
      Optional<Python> python = Python.find(scratch);
      ProcessRunner lab = new ProcessRunner(scratch, heap, python, listener);
      ObjectNode machine = Machine.json(python);
      double gflops = 0;
      if (parts.contains(Part.NEIGHBORS)) {
        gflops = peak(lab);
        machine.put("sgemm_gflops_of_one_thread", gflops);
      }
      NeighborBench neighbors = new NeighborBench(lab, gflops);
      List<CostTable> tables = new ArrayList<>();
      if (parts.contains(Part.NEIGHBORS) || parts.contains(Part.EIGEN)) {
        tables.addAll(blobs(neighbors));
      }
      if (parts.contains(Part.NEIGHBORS) || parts.contains(Part.CLUSTER)) {
        tables.addAll(digits(neighbors));
      }
      return new CostReport("speed", made, machine, tables, List.of(), earlier);
    }
  }

  private static double peak(ProcessRunner lab) {
    return lab.kernel(
            "sgemm, %d³, one thread".formatted(SGEMM_SIZE),
            "sgemm",
            lab.scratch().folder(),
            SGEMM_SIZE)
        .said()
        .path("gflops")
        .asDouble();
  }

  private List<CostTable> blobs(NeighborBench neighbors) {
    Scratch scratch = neighbors.lab().scratch();
    List<CostTable> tables = new ArrayList<>();
    DataSet data = DataReader.read(BLOBS, ReadOptions.defaults());
    Matrix points = data.records();
    if (parts.contains(Part.NEIGHBORS)) {
      RawFile.write(scratch.file("points.f64"), points.array());
      tables.add(
          neighbors.table(
              "neighbors-blobs",
              new NeighborBench.PointFolder(scratch.folder(), points.rows(), points.columns())));
    }
    if (parts.contains(Part.EIGEN)) {
      EigenBench eigen = new EigenBench(neighbors.lab());
      Matrix cloud = EigenBench.oneCloud(points, data.setAside().get("label"));
      tables.add(eigen.table("eigen-cloud", "in one cloud", cloud));
      tables.add(eigen.table("eigen-groups", "in five groups", points));
    }
    return tables;
  }

  private List<CostTable> digits(NeighborBench neighbors) {
    DataLibrary.Availability there = library.availability(ClusterBench.Digits.ENTRY);
    if (!there.isPresent()) {
      Row none = Row.notMeasured("all contenders", there.remark());
      return List.of(new CostTable("mnist", "MNIST", "", List.of(none), List.of()));
    }
    ClusterBench.Digits digits = ClusterBench.Digits.write(library, neighbors.lab().scratch());
    List<CostTable> tables = new ArrayList<>();
    if (parts.contains(Part.NEIGHBORS)) {
      tables.add(neighbors.table("neighbors-mnist", digits.points()));
    }
    if (parts.contains(Part.CLUSTER)) {
      Row exact =
          tables.stream()
              .flatMap(table -> table.rows().stream())
              .filter(row -> row.contender().equals(NeighborBench.REFERENCE))
              .findFirst()
              .orElseGet(() -> neighbors.peer(digits.points(), "float64", Optional.empty()));
      tables.add(new ClusterBench(neighbors.lab(), program).table(digits, exact, slow));
    }
    return tables;
  }
}
