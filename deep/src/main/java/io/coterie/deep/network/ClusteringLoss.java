package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import io.coterie.math.Matrix;

/**
 * The clustering loss of deep embedded clustering (Xie et al., 2016), KL(P‖Q): points are drawn
 * towards the centers they are near already. Q is Student's t of one degree of freedom, q_ij ∝ (1 +
 * ‖z_i − μ_j‖²)⁻¹, and P sharpens it, p_ij ∝ q_ij² / Σ_i q_ij; rows of both sum to 1.
 */
final class ClusteringLoss {
  private static final int[] ROWS = {1};

  private ClusteringLoss() {}

  /** Returns P of all points; it stays fixed while they move. */
  static Matrix target(Matrix points, Matrix centers) {
    int count = centers.rows();
    Matrix target = Matrix.zeros(points.rows(), count);
    double[] frequency = new double[count];
    for (int i = 0; i < points.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < count; j++) {
        target.set(i, j, 1 / (1 + points.squaredDistance(i, centers, j)));
        sum += target.at(i, j);
      }
      for (int j = 0; j < count; j++) {
        target.set(i, j, target.at(i, j) / sum);
        frequency[j] += target.at(i, j);
      }
    }
    for (int i = 0; i < points.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < count; j++) {
        target.set(i, j, target.at(i, j) * target.at(i, j) / frequency[j]);
        sum += target.at(i, j);
      }
      for (int j = 0; j < count; j++) {
        target.set(i, j, target.at(i, j) / sum);
      }
    }
    return target;
  }

  /**
   * Returns Σ_j p_j ln(p_j / q_j), the mean over the points.
   *
   * @param points z, one per row
   * @param centers μ, one per row
   * @param target the rows of P of these points
   */
  static NDArray of(NDArray points, NDArray centers, NDArray target) {
    // The differences themselves: ‖z‖² − 2 z·μ + ‖μ‖² loses the digits of near points.
    NDArray difference = points.expandDims(1).sub(centers.expandDims(0));
    NDArray logKernel = difference.square().sum(new int[] {2}).add(1).log().neg();
    NDArray logQ = logKernel.sub(logKernel.exp().sum(ROWS, true).log());
    NDArray logP = target.maximum(Float.MIN_NORMAL).log();
    return target.mul(logP.sub(logQ)).sum(ROWS).mean();
  }
}
