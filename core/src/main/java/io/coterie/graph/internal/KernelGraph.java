package io.coterie.graph.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;

/**
 * The graph of Distributed Spectral Clustering: two records are joined if either is among the k =
 * ⌈ln n⌉ nearest of the other, with weight exp(−(d/σ)²) for their distance d.
 *
 * <p>The reference has σ = 1, which underflows on data that is not scaled to it. Here σ is the
 * median distance of a record to one of its k nearest, so that the weights do not depend on units;
 * distances of zero are left out of the median, since records that repeat say nothing about scale.
 *
 * <p>Stateless and thread-safe.
 */
public final class KernelGraph {
  /** What a far neighbor keeps, so that rounding to zero cannot cut an outlier off. */
  private static final double LEAST_WEIGHT = 1e-10;

  private KernelGraph() {}

  /** ⌈ln n⌉, at least 1. */
  public static int neighbors(int n) {
    return Math.max(1, (int) Math.ceil(Math.log(n)));
  }

  /** One row has no edge. */
  public static SparseGraph of(Matrix points, Parallel parallel) {
    int n = points.rows();
    SparseGraphBuilder builder = SparseGraph.builder(n);
    if (n < 2) {
      return builder.build();
    }
    Neighbors near = NearestNeighbors.among(points, Math.min(neighbors(n), n - 1), parallel);
    double squaredScale = medianSquare(near);
    for (int i = 0; i < n; i++) {
      for (int h = 0; h < near.count(); h++) {
        int j = near.index(i, h);
        // An edge that both ends chose is added from the lower end alone.
        if (i < j || !isChosen(near, j, i)) {
          double weight = Math.exp(-near.squaredDistance(i, h) / squaredScale);
          builder.add(i, j, Math.max(weight, LEAST_WEIGHT));
        }
      }
    }
    return builder.build();
  }

  /** Linear search: there are about ln n neighbors. */
  private static boolean isChosen(Neighbors near, int row, int wanted) {
    for (int h = 0; h < near.count(); h++) {
      if (near.index(row, h) == wanted) {
        return true;
      }
    }
    return false;
  }

  /** σ²; the median of squares is the square of the median. */
  private static double medianSquare(Neighbors near) {
    double[] squares = new double[near.rows() * near.count()];
    int used = 0;
    for (int i = 0; i < near.rows(); i++) {
      for (int h = 0; h < near.count(); h++) {
        if (near.squaredDistance(i, h) > 0) {
          squares[used++] = near.squaredDistance(i, h);
        }
      }
    }
    Arrays.sort(squares, 0, used);
    return used == 0 ? 1 : squares[used / 2];
  }
}
