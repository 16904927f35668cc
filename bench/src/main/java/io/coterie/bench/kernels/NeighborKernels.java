package io.coterie.bench.kernels;

import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Nearest neighbors among records, and the nearest anchors of records. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
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
