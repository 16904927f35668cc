package io.coterie.graph.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.eigen.SpectrumBounds;
import io.coterie.math.internal.eigen.SymmetricOperator;
import java.util.Arrays;

/**
 * The Laplacian L = D − W of a graph, not normalized. Self-loops cancel out of it. It has as many
 * zero eigenvalues as the graph has components.
 *
 * <p>Immutable, hence safe to share between threads.
 */
public record Laplacian(SparseGraph graph, Parallel parallel) implements SymmetricOperator {
  @Override
  public int size() {
    return graph.nodeCount();
  }

  @Override
  public void apply(Matrix block, Matrix product) {
    graph.multiply(block, product, parallel);
    double[] x = block.array();
    double[] y = product.array();
    int width = block.columns();
    parallel.forBlocks(
        size(),
        1024,
        (task, from, to) -> {
          for (int i = from; i < to; i++) {
            double degree = graph.degree(i);
            for (int e = i * width; e < (i + 1) * width; e++) {
              y[e] = degree * x[e] - y[e];
            }
          }
        });
  }

  /** By Gershgorin's circles: from zero to twice the largest degree. */
  @Override
  public SpectrumBounds bounds() {
    return new SpectrumBounds(0, 2 * Arrays.stream(graph.degrees()).max().orElse(0));
  }
}
