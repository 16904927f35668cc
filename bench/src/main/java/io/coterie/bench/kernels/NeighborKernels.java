package io.coterie.bench.kernels;

import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Nearest neighbors among records, and the nearest anchors of records. */
public class NeighborKernels extends KernelBenchmark {
  private static final int RECORDS = 7000;
  private static final int ANCHORS = 5300;

  @Param({"2", "16", "60", "784"})
  int features;

  private Matrix records;
  private Matrix anchors;

  @Setup
  public void prepare() {
    records = points(RECORDS, features, "records");
    anchors = points(ANCHORS, features, "anchors");
  }

  @Benchmark
  public Neighbors amongRecords() {
    return NearestNeighbors.among(records, 14, Parallel.sequential());
  }

  @Benchmark
  public Neighbors nearestAnchor() {
    return NearestNeighbors.of(records, anchors, 1, Parallel.sequential());
  }

  @Benchmark
  public Neighbors sixNearestAnchors() {
    return NearestNeighbors.of(records, anchors, 6, Parallel.sequential());
  }
}
