package io.coterie.graph.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.eigen.SpectrumBounds;
import io.coterie.math.internal.eigen.SymmetricOperator;

/**
 * The normalized adjacency D^-½ W D^-½ of a graph, whose largest eigenvectors solve the relaxed
 * normalized cut. Nodes without edges have zero rows.
 *
 * <p>J. Shi, J. Malik. <i>Normalized Cuts and Image Segmentation</i>. IEEE TPAMI 22, 2000.
 *
 * <p>Immutable, hence safe to share between threads.
 */
public final class NormalizedAdjacency implements SymmetricOperator {
  private final SparseGraph normalized;
  private final Parallel parallel;
  private final double[] scales;

  public NormalizedAdjacency(SparseGraph graph, Parallel parallel) {
    this.scales = graph.degrees();
    for (int i = 0; i < scales.length; i++) {
      scales[i] = scales[i] > 0 ? 1 / Math.sqrt(scales[i]) : 0;
    }
    this.normalized = graph.scaledBy(scales);
    this.parallel = parallel;
  }

  /** The diagonal of D^-½, which turns eigenvectors of this matrix into those of D⁻¹ W. */
  public double[] inverseRoots() {
    return scales.clone();
  }

  @Override
  public int size() {
    return normalized.nodeCount();
  }

  @Override
  public void apply(Matrix block, Matrix product) {
    normalized.multiply(block, product, parallel);
  }

  @Override
  public SpectrumBounds bounds() {
    return new SpectrumBounds(-1, 1);
  }
}
