package io.coterie.method.fit;

import java.io.Serializable;

/** Which cell of the study a record is in, by its place among all cells. */
@FunctionalInterface
public interface CellOf extends Serializable {
  /** Returns the cell of the record that is at a place of an array. */
  int of(double[] points, int at);
}
