package io.coterie.graph;

import io.coterie.math.Matrix;
import java.util.Arrays;

/**
 * The three arrays of a matrix stored by row: row {@code i} has the entries {@code offsets[i] ..
 * offsets[i + 1]}. The arrays are shared; only the classes of this package see them.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and never leaves the package
record Csr(int[] offsets, int[] columns, double[] weights) {
  private static final int EIGHT = 8;
  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

  /** Takes longs, so that sizes that were added up are refused and not wrapped around. */
  static Csr zeros(long rows, long entries) {
    if (rows >= LARGEST_ARRAY || entries > LARGEST_ARRAY) {
      throw new IllegalArgumentException(
          "A graph of %d nodes and %d entries does not fit into arrays; the limit is %d."
              .formatted(rows, entries, LARGEST_ARRAY));
    }
    return new Csr(new int[(int) rows + 1], new int[(int) entries], new double[(int) entries]);
  }

  static void requireWeight(double weight) {
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException(
          "An edge has weight %s; weights must be finite and not negative.".formatted(weight));
    }
  }

  int rows() {
    return offsets.length - 1;
  }

  void put(int entry, int column, double weight) {
    columns[entry] = column;
    weights[entry] = weight;
  }

  /**
   * Columns increase in every row of the transpose; equal ones keep their order (a counting sort).
   */
  Csr transposed(int columnCount) {
    Csr result = zeros(columnCount, columns.length);
    for (int column : columns) {
      result.offsets[column + 1]++;
    }
    for (int j = 0; j < columnCount; j++) {
      result.offsets[j + 1] += result.offsets[j];
    }
    int[] next = result.offsets.clone();
    for (int i = 0; i < rows(); i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        result.put(next[columns[e]]++, i, weights[e]);
      }
    }
    return result;
  }

  /** Sums neighboring entries of the same column and drops zeros, in place where possible. */
  Csr compacted() {
    int kept = 0;
    int start = 0;
    for (int i = 0; i < rows(); i++) {
      int first = kept;
      int e = start;
      start = offsets[i + 1];
      while (e < start) {
        int column = columns[e];
        double sum = weights[e++];
        while (e < start && columns[e] == column) {
          sum += weights[e++];
        }
        if (sum > 0) {
          put(kept++, column, sum);
        }
      }
      offsets[i] = first;
    }
    offsets[rows()] = kept;
    return kept == columns.length
        ? this
        : new Csr(offsets, Arrays.copyOf(columns, kept), Arrays.copyOf(weights, kept));
  }

  /** Puts the rows [from, to) of W X into a product. */
  void multiply(Matrix block, Matrix product, int from, int to) {
    int width = block.columns();
    for (int i = from; i < to; i++) {
      int j = 0;
      for (; j + EIGHT <= width; j += EIGHT) {
        multiplyEight(i, block.array(), width, j, product.array());
      }
      for (; j < width; j++) {
        double sum = 0;
        for (int e = offsets[i]; e < offsets[i + 1]; e++) {
          sum += weights[e] * block.array()[columns[e] * width + j];
        }
        product.array()[i * width + j] = sum;
      }
    }
  }

  /** Eight columns at a time: their sums stay in registers, and none waits for another. */
  private void multiplyEight(int row, double[] x, int width, int from, double[] y) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    for (int e = offsets[row]; e < offsets[row + 1]; e++) {
      double w = weights[e];
      int at = columns[e] * width + from;
      s0 += w * x[at];
      s1 += w * x[at + 1];
      s2 += w * x[at + 2];
      s3 += w * x[at + 3];
      s4 += w * x[at + 4];
      s5 += w * x[at + 5];
      s6 += w * x[at + 6];
      s7 += w * x[at + 7];
    }
    int at = row * width + from;
    y[at] = s0;
    y[at + 1] = s1;
    y[at + 2] = s2;
    y[at + 3] = s3;
    y[at + 4] = s4;
    y[at + 5] = s5;
    y[at + 6] = s6;
    y[at + 7] = s7;
  }

  /** One row of a sum in the making, and the few columns that it has entries in. */
  static final class RowSum {
    private final double[] values;
    private final int[] columns;
    private int size;

    RowSum(int columnCount) {
      this.values = new double[columnCount];
      this.columns = new int[columnCount];
    }

    /** Adds a value that is not negative, so that a column is new while its sum is zero. */
    void add(int column, double value) {
      if (values[column] == 0 && value > 0) {
        columns[size++] = column;
      }
      values[column] += value;
    }

    int size() {
      return size;
    }

    /** Moves the row, in the order of its columns, to arrays; returns where the next one starts. */
    int moveTo(int[] toColumns, double[] toWeights, int first) {
      Arrays.sort(columns, 0, size);
      for (int e = 0; e < size; e++) {
        int column = columns[e];
        toColumns[first + e] = column;
        toWeights[first + e] = values[column];
        values[column] = 0;
      }
      int next = first + size;
      size = 0;
      return next;
    }
  }

  /** Requires that the offsets fit the other arrays. */
  void requireShape() {
    if (offsets.length == 0
        || offsets[0] != 0
        || offsets[offsets.length - 1] != columns.length
        || weights.length != columns.length) {
      throw new IllegalArgumentException(
          "%d offsets, %d columns and %d weights do not describe rows: offsets must start at 0 and"
                  .formatted(offsets.length, columns.length, weights.length)
              + " end at the number of columns, which must be the number of weights.");
    }
    for (int i = 0; i < rows(); i++) {
      if (offsets[i] > offsets[i + 1]) {
        throw new IllegalArgumentException(
            "Row %d ends before it starts; offsets must not decrease.".formatted(i));
      }
    }
  }

  /** Requires valid weights and strictly increasing columns below the given count in every row. */
  void requireRows(int columnCount) {
    requireShape();
    for (int i = 0; i < rows(); i++) {
      int before = -1;
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        requireWeight(weights[e]);
        if (columns[e] <= before || columns[e] >= columnCount) {
          throw new IllegalArgumentException(
              "Row %d has column %d after %d; columns must increase and stay below %d."
                  .formatted(i, columns[e], before, columnCount));
        }
        before = columns[e];
      }
    }
  }

  /** Requires that every entry has its mirror image; call after {@link #requireRows}. */
  void requireSymmetric() {
    // Row by row, the mirror images in row j come up in the order in which row j lists them.
    int[] next = offsets.clone();
    for (int i = 0; i < rows(); i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        int j = columns[e];
        int mirror = next[j]++;
        if (mirror >= offsets[j + 1] || columns[mirror] != i || weights[mirror] != weights[e]) {
          throw new IllegalArgumentException(
              "The entry of row %d and column %d has no equal mirror image; every edge must be"
                      .formatted(i, j)
                  + " stored in both directions with the same weight.");
        }
      }
    }
  }
}
