package io.coterie.method.internal.prepare.table;

import io.coterie.features.internal.YeoJohnson;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.internal.WholeTotals;
import io.coterie.plan.StudyPlan.InputPlan;
import java.io.Serializable;
import java.util.Arrays;

/**
 * How often values of two columns occur together, in a few bins of each: the cells of a χ² test of
 * independence for every two columns. Groups make columns depend on each other, so a column that
 * depends on no other one has no part in them.
 *
 * @param input says which columns hold levels
 */
record DependenceTotals(InputPlan input) implements Serializable {
  /** Columns of wider tables are all kept: pairs would be too many. */
  static final int MOST_COLUMNS = 200;

  /** Between bins of numbers, in deviations: quarters of a normal distribution. */
  private static final double BORDER = 0.6745;

  private static final int NUMBER_BINS = 4;
  private static final int MOST_LEVEL_BINS = 8;

  /** The chance that a column which depends on none is kept. */
  private static final double ERROR = 0.01;

  /** From this share of common information on, two columns say the same as far as they do. */
  private static final double SAME = 0.5;

  /** Returns whether every two columns are looked at. */
  boolean isAsked() {
    return input.dimension() > 2 && input.dimension() <= MOST_COLUMNS;
  }

  private int bins(int column) {
    int levels = input.levels(column);
    return levels == 0 ? NUMBER_BINS : Math.min(levels + 1, MOST_LEVEL_BINS);
  }

  /** Returns how many counts there are, where they are asked for. */
  int size() {
    int size = 0;
    for (int j = 0; j < input.dimension(); j++) {
      for (int k = j + 1; k < input.dimension(); k++) {
        size += bins(j) * bins(k);
      }
    }
    return size;
  }

  /** Counts the records of a block. */
  WholeTotals of(Matrix block, TableScales scales) {
    long[] counts = new long[size()];
    int d = input.dimension();
    int[] bins = new int[d];
    for (int j = 0; j < d; j++) {
      bins[j] = bins(j);
    }
    int[] own = new int[d];
    for (int i = 0; i < block.rows(); i++) {
      int number = 0;
      int level = 0;
      for (int j = 0; j < d; j++) {
        double value = block.at(i, j);
        own[j] =
            input.levels(j) == 0
                ? bin(value, scales.numbers().get(number++))
                : bin(value, scales.levels().get(level++), bins[j]);
      }
      for (int j = 0, at = 0; j < d; j++) {
        for (int k = j + 1; k < d; at += bins[j] * bins[k], k++) {
          if (own[j] >= 0 && own[k] >= 0) {
            counts[at + own[j] * bins[k] + own[k]]++;
          }
        }
      }
    }
    return new WholeTotals(LongVector.of(counts), LongVector.of());
  }

  private static int bin(double value, NumberScale scale) {
    if (Double.isNaN(value)) {
      return -1;
    }
    double bent =
        (YeoJohnson.of(scale.standardized(value), scale.half()) - scale.shiftValue())
            / scale.widthValue();
    return bent < -BORDER ? 0 : bent < 0 ? 1 : bent < BORDER ? 2 : 3;
  }

  private static int bin(double value, LevelScale scale, int bins) {
    boolean isLevel = value >= 0 && value < scale.places().length;
    return isLevel ? Math.min(bins - 1, scale.places()[(int) value]) : -1;
  }

  /**
   * Returns which columns depend on another one; all of them, where fewer than two do.
   *
   * @param counts the totals over all records
   */
  boolean[] kept(long[] counts) {
    int d = input.dimension();
    boolean[] kept = new boolean[d];
    double limit = ERROR / (d - 1);
    int found = 0;
    for (int j = 0, at = 0; j < d; j++) {
      for (int k = j + 1; k < d; at += bins(j) * bins(k), k++) {
        if (upperTail(counts, at, bins(j), bins(k)) < limit) {
          found += kept[j] ? 0 : 1;
          found += kept[k] ? 0 : 1;
          kept[j] = true;
          kept[k] = true;
        }
      }
    }
    if (found < 2) {
      Arrays.fill(kept, true);
    }
    return kept;
  }

  /**
   * Returns the weight of each column among those that say the same: 1 / Σ U² over the columns that
   * are kept, itself among them, as a sample of correlated values counts for fewer. U is the mutual
   * information of two columns over the larger entropy (T. O. Kvålseth 1987); columns that have
   * less than {@value #SAME} in common count as different.
   *
   * @param counts the totals over all records
   */
  double[] weights(long[] counts, boolean[] kept) {
    int d = input.dimension();
    double[] sums = new double[d];
    Arrays.fill(sums, 1);
    for (int j = 0, at = 0; j < d; j++) {
      for (int k = j + 1; k < d; at += bins(j) * bins(k), k++) {
        double common = common(counts, at, bins(j), bins(k));
        if (kept[j] && kept[k] && common >= SAME) {
          sums[j] += common * common;
          sums[k] += common * common;
        }
      }
    }
    return Arrays.stream(sums).map(sum -> 1 / sum).toArray();
  }

  /** Returns the mutual information of two columns as a share of the larger entropy. */
  private static double common(long[] counts, int from, int rows, int columns) {
    double[] rowTotals = new double[rows];
    double[] columnTotals = new double[columns];
    double[] cells = new double[rows * columns];
    for (int cell = 0; cell < cells.length; cell++) {
      cells[cell] = counts[from + cell];
      rowTotals[cell / columns] += cells[cell];
      columnTotals[cell % columns] += cells[cell];
    }
    double ofRows = entropy(rowTotals);
    double ofColumns = entropy(columnTotals);
    double largest = Math.max(ofRows, ofColumns);
    return largest > 0 ? Math.max(0, ofRows + ofColumns - entropy(cells)) / largest : 0;
  }

  private static double entropy(double[] totals) {
    double all = Math.max(1, Arrays.stream(totals).sum());
    double entropy = 0;
    for (double total : totals) {
      entropy -= total > 0 ? total / all * StrictMath.log(total / all) : 0;
    }
    return entropy;
  }

  /** Returns the chance that independent columns differ so much from what is expected of them. */
  private static double upperTail(long[] counts, int from, int rows, int columns) {
    double[] rowTotals = new double[rows];
    double[] columnTotals = new double[columns];
    double all = 0;
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        double count = counts[from + r * columns + c];
        rowTotals[r] += count;
        columnTotals[c] += count;
        all += count;
      }
    }
    double square = 0;
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        double expected = rowTotals[r] * columnTotals[c] / Math.max(1, all);
        double apart = counts[from + r * columns + c] - expected;
        square += expected > 0 ? apart * apart / expected : 0;
      }
    }
    long rowCount = Arrays.stream(rowTotals).filter(total -> total > 0).count();
    long columnCount = Arrays.stream(columnTotals).filter(total -> total > 0).count();
    double freedom = (rowCount - 1.0) * (columnCount - 1);
    if (freedom < 1) {
      return 1;
    }
    // E. B. Wilson, M. M. Hilferty 1931: the cube root of χ²/f is nearly normal.
    double spread = 2 / (9 * freedom);
    return normalTail((StrictMath.cbrt(square / freedom) - (1 - spread)) / Math.sqrt(spread));
  }

  /** Returns 1 − Φ(z), to 10⁻⁷ of itself (W. J. Cody's rational form is not needed here). */
  private static double normalTail(double z) {
    if (z < 0) {
      return 1 - normalTail(-z);
    }
    // The continued fraction of Mills' ratio, from far enough in.
    double ratio = 0;
    for (int k = 60; k >= 1; k--) {
      ratio = k / (z + ratio);
    }
    return z < 0.5
        ? 0.5 // too near for the fraction, and never in question
        : StrictMath.exp(-z * z / 2) / StrictMath.sqrt(2 * StrictMath.PI) / (z + ratio);
  }
}
