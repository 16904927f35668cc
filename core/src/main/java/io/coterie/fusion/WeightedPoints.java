package io.coterie.fusion;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;

/**
 * What the nodes of a fused graph stand for: where each lies and how many records it represents.
 *
 * @param points one row per node
 * @param mass records per node
 */
public record WeightedPoints(Matrix points, Vector mass) {
  public WeightedPoints {
    if (points.rows() != mass.size()) {
      throw new IllegalArgumentException(
          "%d points but %d masses.".formatted(points.rows(), mass.size()));
    }
  }
}
