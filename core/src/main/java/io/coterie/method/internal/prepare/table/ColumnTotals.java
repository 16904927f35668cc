package io.coterie.method.internal.prepare.table;

import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.internal.FixedPoint;
import io.coterie.message.internal.WholeTotals;
import io.coterie.plan.StudyPlan.InputPlan;
import java.io.Serializable;

/**
 * How many records there are and what the columns hold: of numbers how many, their sum and squares,
 * and into which of some buckets they fall; of levels how many records have each.
 *
 * @param input says which columns hold levels
 */
record ColumnTotals(InputPlan input) implements Serializable {
  /** Buckets of a hash of values, which show whether a column has few different ones. */
  static final int BUCKETS = 64;

  private static final int SUM = 1;
  private static final int SQUARES = SUM + FixedPoint.DIGITS;
  private static final int HISTOGRAM = SQUARES + FixedPoint.DIGITS;
  private static final int NUMBERS = HISTOGRAM + BUCKETS;

  int size() {
    return at(input.dimension());
  }

  /** Returns where the totals of a column begin. */
  int at(int column) {
    int at = 1;
    for (int j = 0; j < column; j++) {
      at += input.levels(j) == 0 ? NUMBERS : input.levels(j);
    }
    return at;
  }

  WholeTotals of(Matrix block) {
    long[] totals = new long[size()];
    totals[0] = block.rows();
    for (int j = 0, at = 1; j < input.dimension(); j++) {
      int levels = input.levels(j);
      if (levels == 0) {
        numbers(block, j, totals, at);
        at += NUMBERS;
      } else {
        for (int i = 0; i < block.rows(); i++) {
          double value = block.at(i, j);
          if (value >= 0 && value < levels) {
            totals[at + (int) value]++;
          }
        }
        at += levels;
      }
    }
    return new WholeTotals(LongVector.of(totals), LongVector.of());
  }

  private static void numbers(Matrix block, int column, long[] totals, int at) {
    long[] digits = new long[2 * FixedPoint.DIGITS];
    for (int i = 0; i < block.rows(); i++) {
      double value = block.at(i, column);
      if (!Double.isNaN(value)) {
        totals[at]++;
        FixedPoint.add(value, digits, 0);
        double square = value * value;
        FixedPoint.add(square, digits, FixedPoint.DIGITS);
        // What rounding took off the square, so that small deviations of large values are right.
        FixedPoint.add(Math.fma(value, value, -square), digits, FixedPoint.DIGITS);
        totals[at + HISTOGRAM + bucket(value)]++;
      }
      FixedPoint.carryAfter(2 * (i + 1L), digits);
    }
    FixedPoint.carryAll(digits);
    System.arraycopy(digits, 0, totals, at + SUM, digits.length);
  }

  private static int bucket(double value) {
    long bits = Double.doubleToLongBits(value + 0.0) + 0x9E3779B97F4A7C15L;
    bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
    return (int) ((bits ^ (bits >>> 31)) & (BUCKETS - 1));
  }

  /** What a column of numbers has, in all records. */
  Numbers numbers(long[] totals, int column) {
    int at = at(column);
    int filled = 0;
    double ties = 0;
    for (int b = 0; b < BUCKETS; b++) {
      double share = (double) totals[at + HISTOGRAM + b] / Math.max(1, totals[at]);
      filled += share > 0 ? 1 : 0;
      ties += share * share;
    }
    return new Numbers(
        totals[at],
        FixedPoint.exact(totals, at + SUM),
        FixedPoint.exact(totals, at + SQUARES),
        filled,
        ties);
  }

  /** Returns how many records have a level. */
  long records(long[] totals, int column, int level) {
    return totals[at(column) + level];
  }
}
