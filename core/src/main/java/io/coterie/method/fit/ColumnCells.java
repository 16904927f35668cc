package io.coterie.method.fit;

import java.io.Serializable;
import java.util.Arrays;

/**
 * How the values of a column are counted.
 *
 * @param edges of a column of numbers: a value is in the cell of as many edges as are not above it
 * @param levels of a column of levels; 0 for numbers
 * @param filled different values or parts that all sites have of a column of numbers, as far as
 *     these were told apart
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ColumnCells(double[] edges, int levels, int filled) implements Serializable {
  /** Of a column with more levels, the last ones share a cell. */
  static final int MOST_LEVELS = 40;

  /** A column of numbers with so few values may hold codes. */
  private static final int MOST_CODES = 12;

  static ColumnCells ofNumbers(double[] edges, int filled) {
    return new ColumnCells(edges, 0, filled);
  }

  static ColumnCells ofLevels(int levels) {
    return new ColumnCells(new double[0], Math.min(levels, MOST_LEVELS), 0);
  }

  boolean isLevels() {
    return levels > 0;
  }

  /** Returns whether each cell is one value, or one code. */
  boolean isCoded() {
    return isLevels() || (filled <= MOST_CODES && filled == edges.length + 1);
  }

  int size() {
    return isLevels() ? levels : edges.length + 1;
  }

  /** Returns the cell of a value; −1 if it is missing. */
  int of(double value) {
    if (!Double.isFinite(value)) {
      return -1;
    } else if (isLevels()) {
      return value < 0 ? -1 : (int) Math.min(value, levels - 1);
    }
    int place = Arrays.binarySearch(edges, value);
    return place >= 0 ? place + 1 : -place - 1;
  }

  /** Returns a value inside a cell of numbers. */
  double middle(int cell) {
    if (cell == 0 || (isCoded() && cell < edges.length)) {
      return edges[cell]; // a code is just below the edge
    }
    return cell == edges.length ? edges[edges.length - 1] : (edges[cell - 1] + edges[cell]) / 2;
  }

  /** Returns about the value below which a share of the values are, by the shares of the cells. */
  double quantile(double share, double[] shares) {
    double below = 0;
    for (int b = 0; b < shares.length; b++) {
      boolean isInner = b > 0 && b < edges.length && !isCoded();
      if (below + shares[b] >= share && isInner && shares[b] > 0) {
        return edges[b - 1] + (edges[b] - edges[b - 1]) * (share - below) / shares[b];
      }
      below += shares[b];
      if (below >= share) {
        return middle(b);
      }
    }
    return middle(shares.length - 1);
  }
}
