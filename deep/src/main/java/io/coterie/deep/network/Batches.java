package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.coterie.math.Matrix;

/** Records on their way to a network and points on their way back. */
final class Batches {
  private static final int ROWS = 512;

  private Batches() {}

  /** Returns all rows of a matrix after a layer, without gradients, a batch at a time. */
  static Matrix through(Layer layer, Matrix records, Shape shape, int dimension) {
    Matrix result = Matrix.zeros(records.rows(), dimension);
    float[] values = new float[Math.min(ROWS, records.rows()) * records.columns()];
    for (int from = 0; from < records.rows(); from += ROWS) {
      int rows = Math.min(ROWS, records.rows() - from);
      int start = from * records.columns();
      float[] batch =
          rows * records.columns() == values.length ? values : new float[rows * records.columns()];
      for (int i = 0; i < batch.length; i++) {
        batch[i] = (float) records.array()[start + i];
      }
      float[] points = apply(layer, batch, shape, rows);
      for (int i = 0; i < points.length; i++) {
        result.array()[from * dimension + i] = points[i];
      }
    }
    return result;
  }

  private static float[] apply(Layer layer, float[] batch, Shape shape, int rows) {
    try (NDManager manager = Torch.newManager()) {
      return Torch.compute(
          () -> layer.apply(manager.create(batch, new Shape(rows).addAll(shape))).toFloatArray());
    }
  }

  /** Returns chosen rows of a matrix one after the other. */
  static float[] rows(Matrix records, int[] chosen) {
    int columns = records.columns();
    float[] values = new float[chosen.length * columns];
    for (int i = 0; i < chosen.length; i++) {
      for (int j = 0; j < columns; j++) {
        values[i * columns + j] = (float) records.at(chosen[i], j);
      }
    }
    return values;
  }

  static NDArray toArray(NDManager manager, Matrix matrix) {
    float[] values = new float[matrix.rows() * matrix.columns()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) matrix.array()[i];
    }
    return manager.create(values, new Shape(matrix.rows(), matrix.columns()));
  }
}
