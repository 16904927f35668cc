package io.coterie.bench.kernels;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.KernelGraph;
import io.coterie.graph.internal.NormalizedAdjacency;
import io.coterie.graph.internal.WardLinkage;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.eigen.BlockEigenSolver;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** What is done with a graph of neighbors: products, eigenvectors, Ward along its edges. */
public class GraphKernels extends KernelBenchmark {
  private static final int RECORDS = 10_000;
  private static final int WIDTH = 32;

  private Matrix records;
  private SparseGraph graph;
  private NormalizedAdjacency normalized;
  private Matrix block;
  private Matrix product;

  @Setup
  public void prepare() {
    records = points(RECORDS, 16, "records");
    graph = KernelGraph.of(records, Parallel.sequential());
    normalized = new NormalizedAdjacency(graph, Parallel.sequential());
    block = points(RECORDS, WIDTH, "block");
    product = Matrix.zeros(RECORDS, WIDTH);
  }

  @Benchmark
  public Matrix sparseProduct() {
    normalized.apply(block, product);
    return product;
  }

  @Benchmark
  public BlockEigenSolver.Result tenEigenpairs() {
    return BlockEigenSolver.largest(10, 1e-5, new Seed(0), Parallel.sequential()).solve(normalized);
  }

  @Benchmark
  public int[] ward() {
    return WardLinkage.fit(records, graph, 800);
  }
}
