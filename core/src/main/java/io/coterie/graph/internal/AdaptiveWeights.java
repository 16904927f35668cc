package io.coterie.graph.internal;

import io.coterie.graph.SparseRows;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;

/**
 * The adaptive-neighbor weights of the paper's Appendix A. With squared distances d_1 ≤ … ≤ d_{k+1}
 * the weight of neighbor j ≤ k is
 *
 * <pre>e_j = (d_{k+1} − d_j) / (k d_{k+1} − Σ_{h≤k} d_h)</pre>
 *
 * so that the k weights are non-negative, sum to one and fall off linearly. Where all k + 1
 * distances are equal (duplicates, or a regular grid) the formula is 0/0 and its limit 1/k is used.
 *
 * <p>F. Nie, X. Wang, H. Huang. <i>Clustering and Projected Clustering with Adaptive Neighbors</i>.
 * KDD 2014.
 */
public final class AdaptiveWeights {
  /** Below this share of d_{k+1}, a spread of distances is rounding, not structure. */
  private static final double EQUAL = 1e-12;

  private AdaptiveWeights() {}

  /** A row needs k + 1 neighbors: the last distance d_{k+1} is where weights reach zero. */
  public static double[] of(Neighbors neighbors, int row, int k) {
    double[] ascending = new double[k + 1];
    for (int h = 0; h <= k; h++) {
      ascending[h] = neighbors.squaredDistance(row, h);
    }
    return of(ascending);
  }

  /** k weights from k + 1 distances in increasing order. */
  public static double[] of(double[] ascending) {
    int k = ascending.length - 1;
    double[] weights = new double[k];
    double denominator = 0;
    for (int h = 0; h < k; h++) {
      weights[h] = ascending[k] - ascending[h];
      denominator += weights[h];
    }
    boolean equal = !(denominator > EQUAL * ascending[k]);
    for (int h = 0; h < k; h++) {
      weights[h] = equal ? 1.0 / k : weights[h] / denominator;
    }
    return weights;
  }

  public static SparseRows rows(Neighbors neighbors, int k, int columnCount) {
    int rows = neighbors.rows();
    int[] columns = new int[rows * k];
    double[] weights = new double[rows * k];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(of(neighbors, i, k), 0, weights, i * k, k);
      for (int h = 0; h < k; h++) {
        columns[i * k + h] = neighbors.index(i, h);
      }
    }
    return SparseRows.of(columnCount, k, columns, weights);
  }

  /**
   * Returns Z: the weights of each record to the nearest of a few shared anchors. With one anchor
   * there is no distance beyond it, and it gets all the weight.
   */
  public static SparseRows toAnchors(
      Matrix records, Matrix anchors, int neighbors, Parallel parallel) {
    if (anchors.rows() == 1) {
      double[] ones = new double[records.rows()];
      Arrays.fill(ones, 1);
      return SparseRows.of(1, 1, new int[records.rows()], ones);
    }
    int r = Math.max(1, Math.min(neighbors, anchors.rows() - 1));
    return rows(NearestNeighbors.of(records, anchors, r + 1, parallel), r, anchors.rows());
  }

  /** γ_i = (k/2) d_{k+1} − ½ Σ_{h≤k} d_h, the regularisation that leaves exactly k neighbors. */
  public static double gamma(Neighbors neighbors, int row, int k) {
    double sum = 0;
    for (int h = 0; h < k; h++) {
      sum += neighbors.squaredDistance(row, h);
    }
    return 0.5 * (k * neighbors.squaredDistance(row, k) - sum);
  }
}
