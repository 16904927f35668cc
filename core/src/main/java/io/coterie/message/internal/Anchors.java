package io.coterie.message.internal;

import io.coterie.math.Matrix;
import io.coterie.message.Payload;

/**
 * The shared anchors, sent to the sites: to be moved (neighbors = 0: send sums over the records
 * nearest to each) or to be described against (neighbors = r: send ZᵀZ of the weights to the r
 * nearest).
 *
 * @param points one row per anchor
 * @param neighbors 0, or the number of nearest anchors that describe a record
 * @param unit of the sums to send
 */
public record Anchors(Matrix points, int neighbors, SumUnit unit) implements Payload {
  public Anchors {
    if (neighbors < 0) {
      throw new IllegalArgumentException("neighbors is negative.");
    }
  }

  /** Asks for the weights to so many neighbors, or for sums of any size. */
  public Anchors(Matrix points, int neighbors) {
    this(points, neighbors, SumUnit.NONE);
  }
}
