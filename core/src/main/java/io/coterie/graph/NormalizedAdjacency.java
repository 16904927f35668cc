package io.coterie.graph;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.SpectrumBounds;
import io.coterie.math.SymmetricOperator;

/** D^-½ W D^-½ of a graph; its eigenvalues lie in [−1, 1], and 1 once for each component. */
public final class NormalizedAdjacency implements SymmetricOperator {
  private static final double NO_DEGREE = 1e-12;

  private final SparseGraph graph;
  private final Parallel parallel;
  private final double[] roots;

  public NormalizedAdjacency(SparseGraph graph, Parallel parallel) {
    this.graph = graph;
    this.parallel = parallel;
    this.roots = graph.degrees();
    for (int i = 0; i < roots.length; i++) {
      roots[i] = 1 / Math.sqrt(Math.max(roots[i], NO_DEGREE));
    }
  }

  /** Returns the diagonal of D^-½. */
  public double[] inverseRoots() {
    return roots.clone();
  }

  @Override
  public int size() {
    return roots.length;
  }

  @Override
  public void apply(Matrix block, Matrix product) {
    int width = block.columns();
    Matrix scaled = block.copy();
    scaleRows(scaled, width);
    graph.multiply(scaled, product, parallel);
    scaleRows(product, width);
  }

  private void scaleRows(Matrix rows, int width) {
    double[] values = rows.array();
    for (int i = 0; i < roots.length; i++) {
      for (int c = i * width; c < (i + 1) * width; c++) {
        values[c] *= roots[i];
      }
    }
  }

  @Override
  public SpectrumBounds bounds() {
    return new SpectrumBounds(-1, 1);
  }
}
