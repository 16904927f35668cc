package io.coterie.method.anchor;

import java.util.Arrays;

/**
 * What is known of a cell of all sites' records, in units of the lattice on which records lie.
 *
 * @param count n
 * @param sum Σ x
 * @param squares Σ ‖x‖²
 * @param products Σ x [x · ω], one vector for each direction ω of the sketch, [·] rounded
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CellTotals(long count, long[] sum, long squares, long[] products) {
  /** How many whole numbers a half takes in a message, besides the count. */
  static int size(int dimension, int sketches) {
    return dimension + 1 + sketches * dimension;
  }

  /** Returns a cell by its place among the sums of a message; all cells have the same size. */
  static CellTotals at(long count, int place, long[] sums, int dimension, int sketches) {
    int size = size(dimension, sketches);
    int from = place * size;
    return new CellTotals(
        count,
        Arrays.copyOfRange(sums, from, from + dimension),
        sums[from + dimension],
        Arrays.copyOfRange(sums, from + dimension + 1, from + size));
  }

  /** Returns what a part of the cell leaves of it, without products. */
  CellTotals without(CellTotals part) {
    long[] rest = sum.clone();
    for (int j = 0; j < rest.length; j++) {
      rest[j] -= part.sum[j];
    }
    return new CellTotals(count - part.count, rest, squares - part.squares, new long[0]);
  }

  CellTotals with(long[] sketch) {
    return new CellTotals(count, sum, squares, sketch);
  }

  double mean(int feature) {
    return (double) sum[feature] / count;
  }

  /** Σ ‖x − m‖². */
  double spread() {
    double spread = squares;
    for (long value : sum) {
      spread -= (double) value * value / count;
    }
    return Math.max(0, spread);
  }
}
