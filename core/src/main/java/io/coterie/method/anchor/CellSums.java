package io.coterie.method.anchor;

import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.internal.WholeTotals;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Adds up a site's records by cell, in whole numbers: their {@linkplain CoarseValues coarse values}
 * where sums are over few. Everything that a record adds follows from this record and the question,
 * and whole numbers add up exactly: a total does not depend on how the records are dealt to sites
 * or blocks.
 *
 * @param tree which leaf a record is in
 * @param coarse how values go into sums
 */
record CellSums(CellTree tree, CoarseValues coarse) implements Serializable {
  /** Splits in one go: by cell, its place in the question or −1. */
  private static int[] places(int cellCount, int[] cells) {
    int[] places = new int[cellCount];
    Arrays.fill(places, -1);
    for (int k = 0; k < cells.length; k++) {
      places[cells[k]] = k;
    }
    return places;
  }

  /** Returns, of each cell, how many records it has and how many are above each plane. */
  WholeTotals counts(Matrix block, TreeQuestion.Halves question) {
    int planes = question.planes();
    int[] places = places(tree.cellCount(), question.cells().toArray());
    double[][] directions = rows(question.directions());
    double[] thresholds = question.thresholds().toArray();
    long[] counts = new long[places(question)];
    double[] values = block.array();
    int d = block.columns();
    for (int i = 0; i < block.rows(); i++) {
      int place = places[tree.leaf(values, i * d)];
      if (place >= 0) {
        counts[place * (planes + 1)]++;
        for (int p = 0; p < planes; p++) {
          int plane = place * planes + p;
          if (CellTree.isAbove(values, i * d, directions[plane], thresholds[plane])) {
            counts[place * (planes + 1) + 1 + p]++;
          }
        }
      }
    }
    return totals(counts, new long[0]);
  }

  static int places(TreeQuestion.Halves question) {
    return question.cells().size() * (question.planes() + 1);
  }

  /**
   * One plane that splits a leaf.
   *
   * @param plane its number from 1; 0 leaves the cell whole
   * @param sketches that are asked of both halves
   * @param above records of all sites in the upper half
   * @param below and in the lower one
   * @param isWholeExact whether the sums of the whole cell are of values as they are
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Cut(
      int cell,
      int plane,
      double[] direction,
      double threshold,
      double[][] sketches,
      long above,
      long below,
      boolean isWholeExact)
      implements Serializable {
    /** Returns the cut of a cell of a question, by its place there. */
    static Cut of(
        TreeQuestion.Halves asked,
        int place,
        int plane,
        double[][] sketches,
        long above,
        long below,
        boolean isWholeExact) {
      int row = place * asked.planes() + Math.max(0, plane - 1);
      return new Cut(
          asked.cells().at(place),
          plane,
          asked.directions().row(row),
          asked.thresholds().at(row),
          sketches,
          above,
          below,
          isWholeExact);
    }

    /** Returns whether the sums are those of the upper half: they are of the smaller one. */
    boolean isOfUpper() {
      return above <= below;
    }

    /**
     * Returns whether what is asked of a half is of values as they are: of the smaller one if it
     * has many records, of the larger one if that of the cell is, too. So no difference of what is
     * of such values is about few records.
     */
    boolean isExact(CoarseValues coarse, boolean isUpper) {
      return !coarse.isFor(Math.min(above, below)) && (isUpper == isOfUpper() || isWholeExact);
    }
  }

  /**
   * Returns the count of the upper half of each cut, the sums of its smaller half, and the sketches
   * of both. A cell without a cut has zeros.
   */
  WholeTotals halves(Matrix block, Cut[] cuts, int sketches) {
    int d = block.columns();
    int size = CellTotals.size(d, 2 * sketches);
    long[] counts = new long[1 + 2 * cuts.length];
    long[] sums = new long[Math.multiplyExact(cuts.length, size)];
    int[] places = places(tree.cellCount(), Arrays.stream(cuts).mapToInt(Cut::cell).toArray());
    double[] values = block.array();
    long[] units = new long[d];
    for (int i = 0; i < block.rows(); i++) {
      int place = places[tree.leaf(values, i * d)];
      if (place >= 0 && cuts[place].plane > 0) {
        Cut cut = cuts[place];
        boolean isUpper = CellTree.isAbove(values, i * d, cut.direction, cut.threshold);
        coarse.write(values, i * d, cut.isExact(coarse, isUpper), units);
        int at = place * size;
        counts[2 + 2 * place] += isUpper ? 1 : 0;
        if (isUpper == cut.isOfUpper()) {
          addFirst(units, sums, at);
        }
        addProducts(units, cut.sketches, sums, at + d + 1 + (isUpper ? 0 : sketches * d));
      }
    }
    return totals(counts, sums);
  }

  /** Returns the totals over all records, and their products of two features. */
  WholeTotals all(Matrix block, double[][] sketches) {
    int d = block.columns();
    int first = CellTotals.size(d, sketches.length);
    long[] sums = new long[first + d * (d + 1) / 2];
    double[] values = block.array();
    long[] units = new long[d];
    for (int i = 0; i < block.rows(); i++) {
      coarse.writeExact(values, i * d, units);
      addFirst(units, sums, 0);
      addProducts(units, sketches, sums, d + 1);
      for (int j = 0, at = first; j < d; j++) {
        for (int k = j; k < d; k++) {
          sums[at++] += units[j] * units[k];
        }
      }
    }
    return totals(new long[] {block.rows()}, sums);
  }

  private static WholeTotals totals(long[] counts, long[] sums) {
    return new WholeTotals(LongVector.of(counts), LongVector.of(sums));
  }

  private static void addFirst(long[] units, long[] sums, int at) {
    long squares = 0;
    for (int j = 0; j < units.length; j++) {
      sums[at + j] += units[j];
      squares += units[j] * units[j];
    }
    sums[at + units.length] += squares;
  }

  private static void addProducts(long[] units, double[][] sketches, long[] sums, int from) {
    int at = from;
    for (double[] direction : sketches) {
      double height = 0;
      for (int j = 0; j < units.length; j++) {
        height += units[j] * direction[j];
      }
      long rounded = Math.round(height);
      for (long unit : units) {
        sums[at++] += unit * rounded;
      }
    }
  }

  static double[][] rows(Matrix matrix) {
    double[][] rows = new double[matrix.rows()][];
    Arrays.setAll(rows, matrix::row);
    return rows;
  }
}
