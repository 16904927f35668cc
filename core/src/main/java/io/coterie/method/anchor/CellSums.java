package io.coterie.method.anchor;

import io.coterie.CoterieException;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.internal.SumUnit;
import io.coterie.message.internal.WholeTotals;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Adds up a site's records by cell, in whole numbers. A record is a point of a lattice, everything
 * that it adds follows from this record and the question, and whole numbers add up exactly: a total
 * does not depend on how the records are dealt to sites or blocks.
 *
 * @param tree which leaf a record is in
 * @param unit of the lattice
 */
record CellSums(CellTree tree, SumUnit unit) implements Serializable {
  /**
   * A value has fewer units than this. One that is beyond the whole numbers of 64 bits would be
   * rounded to the largest of them: a sum over all records less that one is this record's own.
   */
  private static final double MOST_UNITS = 0x1p31;

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

  /** One plane that splits a leaf, its number from 1, and what is asked about the halves. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Cut(int cell, int plane, double[] direction, double threshold, double[][] sketches)
      implements Serializable {
    /** Returns the cut of a cell of a question, by its place there; plane 0 leaves it whole. */
    static Cut of(TreeQuestion.Halves asked, int place, int plane, double[][] sketches) {
      int row = place * asked.planes() + Math.max(0, plane - 1);
      return new Cut(
          asked.cells().at(place),
          plane,
          asked.directions().row(row),
          asked.thresholds().at(row),
          sketches);
    }
  }

  /**
   * Returns the totals over the upper half of each cut, and the sketches of its lower half, too. A
   * cell without a cut has zeros.
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
        toUnits(values, i * d, units);
        int at = place * size;
        if (isUpper) {
          counts[2 + 2 * place]++;
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
      toUnits(values, i * d, units);
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

  private void toUnits(double[] values, int at, long[] units) {
    for (int j = 0; j < units.length; j++) {
      double scaled = Math.scalb(values[at + j], -unit.exponent());
      if (!(Math.abs(scaled) < MOST_UNITS)) {
        throw CoterieException.notAgreed(
            "The coordinator states a lattice that is too fine for this site's records. Nothing was"
                + " sent for it, and the site leaves the study.");
      }
      units[j] = Math.round(scaled);
    }
  }

  static double[][] rows(Matrix matrix) {
    double[][] rows = new double[matrix.rows()][];
    Arrays.setAll(rows, matrix::row);
    return rows;
  }
}
