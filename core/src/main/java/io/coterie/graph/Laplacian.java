package io.coterie.graph;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.SpectrumBounds;
import io.coterie.math.SymmetricOperator;

/** L = D − W of a graph. It has as many zero eigenvalues as the graph has components. */
public record Laplacian(SparseGraph graph, Parallel parallel) implements SymmetricOperator {
  @Override
  public int size() {
    return graph.nodeCount();
  }

  @Override
  public void apply(Matrix block, Matrix product) {
    graph.multiply(block, product, parallel);
    int width = block.columns();
    for (int i = 0; i < size(); i++) {
      double degree = graph.degree(i);
      for (int c = 0; c < width; c++) {
        product.set(i, c, degree * block.at(i, c) - product.at(i, c));
      }
    }
  }

  @Override
  public SpectrumBounds bounds() {
    double largest = 0;
    for (int i = 0; i < size(); i++) {
      largest = Math.max(largest, graph.degree(i));
    }
    return new SpectrumBounds(0, 2 * largest);
  }
}
