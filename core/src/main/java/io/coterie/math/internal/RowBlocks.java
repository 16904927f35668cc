package io.coterie.math.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;

/**
 * The rows of a matrix in blocks of {@link #SIZE}, each block stored by column, so that the
 * distances of a block to one center are plain vector work. {@link Math#fma} rounds the same way on
 * every machine, and therefore the distances do too.
 *
 * @param rows of the matrix
 * @param columns of the matrix
 * @param blocks each by column
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record RowBlocks(int rows, int columns, double[][] blocks) {
  public static final int SIZE = 256;

  public static RowBlocks of(Matrix matrix, Parallel parallel) {
    double[][] blocks = new double[(matrix.rows() + SIZE - 1) / SIZE][];
    parallel.forBlocks(
        matrix.rows(), SIZE, (block, from, to) -> blocks[block] = transposed(matrix, from, to));
    return new RowBlocks(matrix.rows(), matrix.columns(), blocks);
  }

  private static double[] transposed(Matrix matrix, int from, int to) {
    int columns = matrix.columns();
    double[] source = matrix.array();
    double[] block = new double[columns * SIZE];
    for (int i = from; i < to; i++) {
      for (int j = 0; j < columns; j++) {
        double value = source[i * columns + j];
        if (!Double.isFinite(value)) {
          throw new IllegalArgumentException(
              "Row %d has a value in column %d that is not finite; clean the rows first."
                  .formatted(i, j));
        }
        block[j * SIZE + i - from] = value;
      }
    }
    return block;
  }

  public int count() {
    return blocks.length;
  }

  /** In rows; the last block may be shorter than {@link #SIZE}. */
  public int length(int block) {
    return Math.min(SIZE, rows - block * SIZE);
  }

  /**
   * Puts the squared distances of a block's rows to one center into the first entries of a buffer
   * of {@link #SIZE}; entries beyond {@link #length} are of no use.
   */
  public void squaredDistances(int block, double[] center, int centerStart, double[] distances) {
    double[] x = blocks[block];
    int j = 0;
    double first = columns % 2 == 1 ? center[centerStart] : 0;
    if (columns % 2 == 1) {
      for (int i = 0; i < SIZE; i++) {
        double a = x[i] - first;
        distances[i] = a * a;
      }
      j = 1;
    } else {
      Arrays.fill(distances, 0, SIZE, 0);
    }
    for (; j < columns; j += 2) {
      addTwo(x, j * SIZE, center[centerStart + j], center[centerStart + j + 1], distances);
    }
  }

  private static void addTwo(double[] x, int start, double c0, double c1, double[] distances) {
    for (int i = 0; i < SIZE; i++) {
      double a = x[start + i] - c0;
      double b = x[start + SIZE + i] - c1;
      distances[i] = Math.fma(b, b, Math.fma(a, a, distances[i]));
    }
  }
}
