package io.coterie.math.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;

/**
 * Rows less an origin times a matrix, in plain Java. Every entry is the sum over the inputs in
 * their order, each product rounded and then added: its bits depend on its own row and the matrix,
 * not on the other rows, the processor or the number of threads. A product by BLAS promises none of
 * that: how it rounds a row depends on how many rows there are and on the row's place among them.
 *
 * <p>A block of rows is stored by column, one array for each, so that the compiler turns the loop
 * over rows into vector work, which leaves the order of every sum as it is.
 */
public final class RowProducts {
  private static final int BLOCK = 128;

  private RowProducts() {}

  /** Returns (x − origin) · axes for every row x. */
  public static Matrix of(Matrix rows, double[] origin, Matrix axes, Parallel parallel) {
    if (rows.columns() != axes.rows() || origin.length != axes.rows()) {
      throw new IllegalArgumentException(
          "The rows have %d columns and the origin %d; these axes need %d."
              .formatted(rows.columns(), origin.length, axes.rows()));
    }
    Matrix result = Matrix.zeros(rows.rows(), axes.columns());
    parallel.forBlocks(
        rows.rows(),
        BLOCK,
        (block, from, to) -> {
          double[][] inputs = inputs(rows, origin, from, to);
          double[][] outputs = new double[axes.columns()][to - from];
          add(inputs, axes, outputs);
          write(outputs, result, from);
        });
    return result;
  }

  private static double[][] inputs(Matrix rows, double[] origin, int from, int to) {
    int columns = origin.length;
    double[] values = rows.array();
    double[][] inputs = new double[columns][to - from];
    for (int i = from; i < to; i++) {
      for (int j = 0; j < columns; j++) {
        inputs[j][i - from] = values[i * columns + j] - origin[j];
      }
    }
    return inputs;
  }

  private static void add(double[][] inputs, Matrix axes, double[][] outputs) {
    int j = 0;
    for (; j + 4 <= inputs.length; j += 4) {
      int c = 0;
      for (; c + 2 <= outputs.length; c += 2) {
        addFourToTwo(inputs, j, axes, outputs, c);
      }
      for (; c < outputs.length; c++) {
        addFour(inputs, j, axes, outputs[c], c);
      }
    }
    for (; j < inputs.length; j++) {
      for (int c = 0; c < outputs.length; c++) {
        addScaled(axes.at(j, c), inputs[j], outputs[c]);
      }
    }
  }

  private static void addFourToTwo(
      double[][] inputs, int j, Matrix axes, double[][] outputs, int c) {
    double[] x0 = inputs[j];
    double[] x1 = inputs[j + 1];
    double[] x2 = inputs[j + 2];
    double[] x3 = inputs[j + 3];
    double[] y = outputs[c];
    double[] z = outputs[c + 1];
    double a0 = axes.at(j, c);
    double a1 = axes.at(j + 1, c);
    double a2 = axes.at(j + 2, c);
    double a3 = axes.at(j + 3, c);
    double b0 = axes.at(j, c + 1);
    double b1 = axes.at(j + 1, c + 1);
    double b2 = axes.at(j + 2, c + 1);
    double b3 = axes.at(j + 3, c + 1);
    for (int i = 0; i < y.length; i++) {
      y[i] = (((y[i] + a0 * x0[i]) + a1 * x1[i]) + a2 * x2[i]) + a3 * x3[i];
      z[i] = (((z[i] + b0 * x0[i]) + b1 * x1[i]) + b2 * x2[i]) + b3 * x3[i];
    }
  }

  private static void addFour(double[][] inputs, int j, Matrix axes, double[] output, int c) {
    double[] x0 = inputs[j];
    double[] x1 = inputs[j + 1];
    double[] x2 = inputs[j + 2];
    double[] x3 = inputs[j + 3];
    double a0 = axes.at(j, c);
    double a1 = axes.at(j + 1, c);
    double a2 = axes.at(j + 2, c);
    double a3 = axes.at(j + 3, c);
    for (int i = 0; i < output.length; i++) {
      output[i] = (((output[i] + a0 * x0[i]) + a1 * x1[i]) + a2 * x2[i]) + a3 * x3[i];
    }
  }

  private static void addScaled(double scale, double[] input, double[] output) {
    for (int i = 0; i < output.length; i++) {
      output[i] += scale * input[i];
    }
  }

  private static void write(double[][] outputs, Matrix result, int from) {
    int k = outputs.length;
    double[] values = result.array();
    for (int c = 0; c < k; c++) {
      double[] output = outputs[c];
      for (int i = 0; i < output.length; i++) {
        values[(from + i) * k + c] = output[i];
      }
    }
  }
}
