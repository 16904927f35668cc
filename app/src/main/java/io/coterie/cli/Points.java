package io.coterie.cli;

import io.coterie.features.Representation;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;

/**
 * Records as a model sees them, made a few thousand at a time: what lies between a record and its
 * point (the gradients of an image) can be much larger than both.
 *
 * @param representation from a record to a point
 * @param parallel runs the work
 */
record Points(Representation representation, Parallel parallel) {
  private static final int BLOCK = 8192;

  /** Returns the points of the chosen records, in the given order. */
  Matrix of(Matrix records, IntVector rows) {
    int[] chosen = rows.toArray();
    Matrix points = Matrix.zeros(0, 0);
    for (int from = 0; from < chosen.length; from += BLOCK) {
      int to = Math.min(chosen.length, from + BLOCK);
      Matrix part =
          representation.apply(records.selectRows(Arrays.copyOfRange(chosen, from, to)), parallel);
      if (from == 0) {
        points = Matrix.zeros(chosen.length, part.columns());
      }
      System.arraycopy(part.array(), 0, points.array(), from * part.columns(), part.array().length);
    }
    return points;
  }
}
