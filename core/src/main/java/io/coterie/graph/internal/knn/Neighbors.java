package io.coterie.graph.internal.knn;

/**
 * The nearest neighbors of each row, nearest first: row i's neighbor number h is {@code index(i,
 * h)} at squared distance {@code squaredDistance(i, h)}. Equal distances are in order of the index.
 *
 * <p>Immutable.
 */
public final class Neighbors {
  private final int count;
  private final int[] indices;
  private final double[] squaredDistances;

  Neighbors(int count, int[] indices, double[] squaredDistances) {
    this.count = count;
    this.indices = indices;
    this.squaredDistances = squaredDistances;
  }

  public int rows() {
    return count == 0 ? 0 : indices.length / count;
  }

  /** Returns how many neighbors each row has. */
  public int count() {
    return count;
  }

  public int index(int row, int rank) {
    return indices[row * count + rank];
  }

  public double squaredDistance(int row, int rank) {
    return squaredDistances[row * count + rank];
  }
}
