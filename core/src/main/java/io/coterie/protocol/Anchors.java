package io.coterie.protocol;

import static java.util.Objects.requireNonNull;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import java.util.List;

/**
 * The shared anchors, sent to the sites: to be moved (neighbors = 0: send sums over the records
 * nearest to each) or to be described against (neighbors = r: send ZᵀZ of the weights to the r
 * nearest).
 *
 * @param points one row per anchor
 * @param neighbors 0, or the number of nearest anchors that describe a record
 */
public record Anchors(Matrix points, int neighbors) implements Payload {
  public Anchors {
    requireNonNull(points, "points is null");
    if (neighbors < 0) {
      throw new IllegalArgumentException("neighbors is negative.");
    }
  }

  @Override
  public String kind() {
    return "anchors";
  }

  @Override
  public List<Field> fields() {
    return List.of(
        new Field.Numbers("points", points),
        new Field.Integers("neighbors", IntVector.of(neighbors)));
  }
}
