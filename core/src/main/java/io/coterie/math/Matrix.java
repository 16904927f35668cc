package io.coterie.math;

import io.coterie.math.internal.EntryFunction;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * A dense matrix of doubles, stored by row: entry (i, j) is {@code array()[i * columns + j]}.
 *
 * <p>Safe to share between threads once nobody writes to its array any more.
 */
public final class Matrix implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int rows;
  private final int columns;
  private final double[] values;

  private Matrix(int rows, int columns, double[] values) {
    this.rows = rows;
    this.columns = columns;
    this.values = values;
  }

  public static Matrix zeros(int rows, int columns) {
    return new Matrix(rows, columns, new double[checkedSize(rows, columns)]);
  }

  /** The array is by row, and shared, not copied. */
  public static Matrix over(int rows, int columns, double[] values) {
    if (values.length != checkedSize(rows, columns)) {
      throw new IllegalArgumentException(
          "A %d x %d matrix needs %d values, got %d."
              .formatted(rows, columns, (long) rows * columns, values.length));
    }
    return new Matrix(rows, columns, values);
  }

  public static Matrix ofRows(double[]... rows) {
    Matrix matrix = zeros(rows.length, rows.length == 0 ? 0 : rows[0].length);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != matrix.columns) {
        throw new IllegalArgumentException(
            "Row %d has %d values, row 0 has %d.".formatted(i, rows[i].length, matrix.columns));
      }
      System.arraycopy(rows[i], 0, matrix.values, i * matrix.columns, matrix.columns);
    }
    return matrix;
  }

  public static Matrix stacked(List<Matrix> parts) {
    int rows = parts.stream().mapToInt(Matrix::rows).sum();
    Matrix all = zeros(rows, parts.isEmpty() ? 0 : parts.get(0).columns);
    int at = 0;
    for (Matrix part : parts) {
      if (part.columns != all.columns) {
        throw new IllegalArgumentException(
            "Rows of %d and of %d values cannot be stacked.".formatted(all.columns, part.columns));
      }
      System.arraycopy(part.values, 0, all.values, at, part.values.length);
      at += part.values.length;
    }
    return all;
  }

  /**
   * As a long first: the product of two ints may wrap around to a valid size. Arrays end a few
   * entries before 2³¹.
   */
  private static int checkedSize(int rows, int columns) {
    long size = (long) rows * columns;
    if (rows < 0 || columns < 0 || size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "A matrix of %d x %d values does not fit into one array.".formatted(rows, columns));
    }
    return (int) size;
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  public double at(int row, int column) {
    return values[row * columns + column];
  }

  public void set(int row, int column, double value) {
    values[row * columns + column] = value;
  }

  /** By row; shared, not copied, for loops that index it themselves and for BLAS. */
  public double[] array() {
    return values;
  }

  public double[] row(int row) {
    return Arrays.copyOfRange(values, row * columns, (row + 1) * columns);
  }

  public Matrix selectRows(int[] chosen) {
    Matrix result = zeros(chosen.length, columns);
    for (int i = 0; i < chosen.length; i++) {
      System.arraycopy(values, chosen[i] * columns, result.values, i * columns, columns);
    }
    return result;
  }

  public Matrix firstColumns(int count) {
    Matrix result = zeros(rows, count);
    for (int i = 0; i < rows; i++) {
      System.arraycopy(values, i * columns, result.values, i * count, count);
    }
    return result;
  }

  public Matrix plus(Matrix other) {
    if (other.rows != rows || other.columns != columns) {
      throw new IllegalArgumentException(
          "Matrices of %d x %d and %d x %d cannot be added."
              .formatted(rows, columns, other.rows, other.columns));
    }
    Matrix sum = copy();
    for (int i = 0; i < values.length; i++) {
      sum.values[i] += other.values[i];
    }
    return sum;
  }

  /**
   * Every value is divided before it is added, so that the sum of large values does not overflow.
   */
  public double[] columnMeans() {
    double[] means = new double[columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        means[j] += at(i, j) / rows;
      }
    }
    return means;
  }

  /**
   * Calls the function row by row, so that one that draws random numbers draws them in this order.
   */
  public Matrix map(EntryFunction function) {
    Matrix result = zeros(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        result.set(i, j, function.of(i, j, at(i, j)));
      }
    }
    return result;
  }

  /** The rows [from, to) less an origin, in a new matrix. */
  public Matrix centered(int from, int to, double[] origin) {
    Matrix result = zeros(to - from, columns);
    for (int i = from; i < to; i++) {
      for (int j = 0; j < columns; j++) {
        result.set(i - from, j, at(i, j) - origin[j]);
      }
    }
    return result;
  }

  public Matrix copy() {
    return new Matrix(rows, columns, values.clone());
  }

  /**
   * Adds up the squares of differences: unlike |x|² + |y|² − 2 xᵀy it does not cancel, and is
   * exactly zero between equal rows.
   */
  public double squaredDistance(int row, Matrix other, int otherRow) {
    int a = row * columns;
    int b = otherRow * columns;
    double sum = 0;
    for (int j = 0; j < columns; j++) {
      double difference = values[a + j] - other.values[b + j];
      sum += difference * difference;
    }
    return sum;
  }

  /** Rows of length zero stay zero. */
  public Matrix unitRows() {
    Matrix result = copy();
    for (int i = 0; i < rows; i++) {
      double sum = 0;
      for (int j = i * columns; j < (i + 1) * columns; j++) {
        sum += values[j] * values[j];
      }
      double scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
      for (int j = i * columns; j < (i + 1) * columns; j++) {
        result.values[j] *= scale;
      }
    }
    return result;
  }

  /** Zeros do not travel where most values are zero. */
  private Object writeReplace() {
    return SparseDoubles.of(values)
        .map(sparse -> (Object) new Sent(rows, columns, sparse))
        .orElse(this);
  }

  private record Sent(int rows, int columns, SparseDoubles values) implements Serializable {
    private Object readResolve() {
      return over(rows, columns, values.all());
    }
  }
}
