package io.coterie.math.internal.linear;

import io.coterie.math.Matrix;
import java.util.Arrays;

/**
 * The cheapest way to pair rows with columns, each used at most once; as many pairs as the shorter
 * side allows.
 *
 * <p>Shortest augmenting paths with potentials: H. W. Kuhn, <i>The Hungarian Method for the
 * Assignment Problem</i>, 1955; R. Jonker, A. Volgenant, <i>A Shortest Augmenting Path Algorithm
 * for Dense and Sparse Linear Assignment Problems</i>, 1987. Takes O(r² c) for r ≤ c.
 *
 * @param columnOfRow the column of each row, or −1 where there are more rows than columns
 * @param cost the sum over the pairs
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Assignment(int[] columnOfRow, double cost) {
  private static final int NONE = -1;

  public static Assignment ofMinimumCost(Matrix costs) {
    for (double value : costs.array()) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "A cost is %s; all costs of an assignment must be finite.".formatted(value));
      }
    }
    int[] columns =
        costs.rows() <= costs.columns()
            ? columnsOfRows(costs)
            : inverse(columnsOfRows(transposed(costs)), costs.rows());
    double cost = 0;
    for (int i = 0; i < columns.length; i++) {
      cost += columns[i] == NONE ? 0 : costs.at(i, columns[i]);
    }
    return new Assignment(columns, cost);
  }

  /** −1 when there are more rows than columns and this one is left over. */
  public int columnOf(int row) {
    return columnOfRow[row];
  }

  // Adds the rows one by one. u and v are the dual prices; u_i + v_j ≤ cost_ij always holds, with
  // equality on the pairs made so far.
  private static int[] columnsOfRows(Matrix costs) {
    int rows = costs.rows();
    int columns = costs.columns();
    double[] u = new double[rows];
    double[] v = new double[columns];
    int[] rowOf = new int[columns];
    Arrays.fill(rowOf, NONE);
    int[] previous = new int[columns];
    double[] slack = new double[columns];
    boolean[] reached = new boolean[columns];

    for (int start = 0; start < rows; start++) {
      Arrays.fill(slack, Double.POSITIVE_INFINITY);
      Arrays.fill(reached, false);
      int row = start;
      int column = NONE;
      do {
        int nearest = NONE;
        for (int j = 0; j < columns; j++) {
          if (reached[j]) {
            continue;
          }
          double reduced = costs.at(row, j) - u[row] - v[j];
          if (reduced < slack[j]) {
            slack[j] = reduced;
            previous[j] = column;
          }
          if (nearest == NONE || slack[j] < slack[nearest]) {
            nearest = j;
          }
        }
        double step = slack[nearest];
        u[start] += step;
        for (int j = 0; j < columns; j++) {
          if (reached[j]) {
            u[rowOf[j]] += step;
            v[j] -= step;
          } else {
            slack[j] -= step;
          }
        }
        reached[nearest] = true;
        column = nearest;
        row = rowOf[column];
      } while (row != NONE);

      // Back along the path every column takes over the row of the one before: one more pair.
      while (previous[column] != NONE) {
        rowOf[column] = rowOf[previous[column]];
        column = previous[column];
      }
      rowOf[column] = start;
    }
    return inverse(rowOf, rows);
  }

  private static int[] inverse(int[] map, int size) {
    int[] inverse = new int[size];
    Arrays.fill(inverse, NONE);
    for (int i = 0; i < map.length; i++) {
      if (map[i] != NONE) {
        inverse[map[i]] = i;
      }
    }
    return inverse;
  }

  private static Matrix transposed(Matrix matrix) {
    Matrix result = Matrix.zeros(matrix.columns(), matrix.rows());
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        result.set(j, i, matrix.at(i, j));
      }
    }
    return result;
  }
}
