package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;

/**
 * NT-Xent (Chen et al., 2020): among all views of a batch, a view must find the other view of its
 * record by cosine similarity at temperature τ. A record drawn twice is no negative of itself.
 */
final class ContrastiveLoss {
  private static final double TEMPERATURE = 0.5;

  private ContrastiveLoss() {}

  /**
   * Returns the mean over all views.
   *
   * @param points unit rows: the first views of a batch, then the second ones in the same order
   * @param records the record of each view of the first half
   */
  static NDArray of(NDArray points, int[] records) {
    NDManager manager = points.getManager();
    int half = records.length;
    NDArray similarity = Torch.scaled(points.matMul(points.transpose()), 1 / TEMPERATURE);
    // Similarities are within ± 1/τ, so their powers need no shift.
    NDArray total =
        similarity.exp().mul(manager.create(rivals(records), similarity.getShape())).sum(axis(1));
    NDArray first = points.get(new NDIndex("0:{}", half));
    NDArray second = points.get(new NDIndex("{}:", half));
    NDArray agreement = Torch.scaled(first.mul(second).sum(axis(1)), 1 / TEMPERATURE);
    return total.log().mean().sub(agreement.mean());
  }

  private static int[] axis(int number) {
    return new int[] {number};
  }

  // 1 where a column stands in the denominator of a row: the other view, and views of other
  // records.
  private static float[] rivals(int[] records) {
    int half = records.length;
    int views = 2 * half;
    float[] rivals = new float[views * views];
    for (int i = 0; i < views; i++) {
      for (int j = 0; j < views; j++) {
        boolean same = records[i % half] == records[j % half];
        rivals[i * views + j] = same && Math.abs(i - j) != half ? 0 : 1;
      }
    }
    return rivals;
  }
}
