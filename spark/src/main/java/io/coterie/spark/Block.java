package io.coterie.spark;

import io.coterie.math.Matrix;
import java.io.Serializable;

/**
 * Some records of a partition, compactly: floats where the source's columns are floats, else
 * doubles, one record after the other.
 *
 * <p>Immutable, as long as nobody writes to the arrays.
 */
final class Block implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The most records in a block: what one is made of fits into a core's share of memory. */
  static final int MOST_ROWS = 1 << 16;

  private final int rows;
  private final int columns;
  private final float[] floats;
  private final double[] doubles;
  private final String[] ids;

  private Block(int rows, int columns, float[] floats, double[] doubles, String[] ids) {
    this.rows = rows;
    this.columns = columns;
    this.floats = floats;
    this.doubles = doubles;
    this.ids = ids;
  }

  static Block of(Matrix records, boolean asFloats, String[] ids) {
    double[] values = records.array();
    if (!asFloats) {
      return new Block(records.rows(), records.columns(), new float[0], values, ids);
    }
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return new Block(records.rows(), records.columns(), floats, new double[0], ids);
  }

  int rows() {
    return rows;
  }

  boolean isFloats() {
    return doubles.length == 0 && floats.length > 0;
  }

  /** Returns the names of the records; empty if they have none. */
  String[] ids() {
    return ids;
  }

  /** Returns the same records as they were mapped, stored as these are. */
  Block with(Matrix mapped) {
    if (mapped.rows() != rows) {
      throw new IllegalStateException(
          "%d records became %d.".formatted(rows, mapped.rows())); // would shift every label
    }
    return of(mapped, isFloats(), ids);
  }

  Matrix matrix() {
    double[] values = doubles;
    if (isFloats()) {
      values = new double[floats.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = floats[i];
      }
    }
    return Matrix.over(rows, columns, values);
  }

  /** Copies one record into a row of a matrix. */
  void copy(int row, Matrix into, int target) {
    for (int j = 0; j < columns; j++) {
      int at = row * columns + j;
      into.set(target, j, isFloats() ? floats[at] : doubles[at]);
    }
  }
}
