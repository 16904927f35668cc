package io.coterie.bench.kernels;

import io.coterie.graph.NearestNeighbors;
import io.coterie.graph.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Nearest neighbors among records, and the nearest anchors of records. */
@State(Scope.Benchmark)
public class NeighborKernels {
  private static final int RECORDS = 7000;
  private static final int ANCHORS = 5300;

  @Param({"2", "16", "60", "784"})
  int features;

  private Matrix records;
  private Matrix anchors;

  @Setup
  public void prepare() {
    records = Clouds.grouped(RECORDS, features, "records");
    anchors = Clouds.grouped(ANCHORS, features, "anchors");
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
