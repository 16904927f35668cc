package io.coterie.deep.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.coterie.math.Matrix;

/** Records on their way to a network and points on their way back. */
final class Batches {
  private static final int ROWS = 512;

  private Batches() {}

  /**
   * Turns away records that a network cannot take, without saying what is in them: those of another
   * number of values, and images with a pixel that is not from 0 to 1.
   */
  static void check(Matrix records, long inputs, boolean image) {
    if (records.columns() != inputs) {
      throw new IllegalArgumentException(
          "The records have %d values, but the encoder takes %d."
              .formatted(records.columns(), inputs));
    }
    double least = image ? 0 : -Float.MAX_VALUE;
    double most = image ? 1 : Float.MAX_VALUE;
    double[] values = records.array();
    for (int i = 0; i < records.rows() * records.columns(); i++) {
      if (!(values[i] >= least && values[i] <= most)) {
        throw new IllegalArgumentException(
            image
                ? "A pixel is not from 0 to 1; divide bytes by 255 before they are encoded."
                : "A value is not finite; fill missing values before records are encoded.");
      }
    }
  }

  /** Maps the rows of a batch, one after the other, to as many points. */
  @FunctionalInterface
  interface Mapper {
    float[] map(float[] batch, int rows);
  }

  /** Returns all rows of a matrix after a layer, without gradients, a batch at a time. */
  static Matrix through(Layer layer, Matrix records, Shape shape, int dimension) {
    return through(records, ROWS, dimension, (batch, rows) -> apply(layer, batch, shape, rows));
  }

  /** Returns all rows of a matrix as a network maps them, so many at a time. */
  static Matrix through(Matrix records, int most, int dimension, Mapper network) {
    Matrix result = Matrix.zeros(records.rows(), dimension);
    for (int from = 0; from < records.rows(); from += most) {
      int rows = Math.min(most, records.rows() - from);
      int start = from * records.columns();
      float[] batch = new float[rows * records.columns()];
      for (int i = 0; i < batch.length; i++) {
        batch[i] = (float) records.array()[start + i];
      }
      float[] points = network.map(batch, rows);
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
