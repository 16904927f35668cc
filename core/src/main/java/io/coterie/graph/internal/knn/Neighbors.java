package io.coterie.graph.internal.knn;

/**
 * The nearest neighbors of each row, nearest first: row i's neighbor number h is {@code index(i,
 * h)} at squared distance {@code squaredDistance(i, h)}. Equal distances are in order of the index.
 *
 * @param count how many neighbors each row has
 * @param indices of all rows' neighbors, row after row
 * @param squaredDistances in the same order
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; shared, not copied
public record Neighbors(int count, int[] indices, double[] squaredDistances) {
  public int rows() {
    return count == 0 ? 0 : indices.length / count;
  }

  public int index(int row, int rank) {
    return indices[row * count + rank];
  }

  public double squaredDistance(int row, int rank) {
    return squaredDistances[row * count + rank];
  }
}
