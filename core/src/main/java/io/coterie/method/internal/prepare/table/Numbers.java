package io.coterie.method.internal.prepare.table;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Totals of one column of numbers.
 *
 * @param count of the values that are there
 * @param sum of them
 * @param squares the sum of their squares
 * @param filled how many buckets of a hash have any
 * @param ties the chance that two values are in one bucket
 */
record Numbers(long count, BigDecimal sum, BigDecimal squares, int filled, double ties) {
  private static final MathContext DIGITS = new MathContext(60);

  /** A deviation below this share of the values' size is rounding. */
  private static final double CONSTANT = 1e-12;

  double mean() {
    return exactMean().doubleValue();
  }

  private BigDecimal exactMean() {
    return sum.divide(BigDecimal.valueOf(Math.max(1, count)), DIGITS);
  }

  /** Returns 0 where all values are the same. */
  double deviation() {
    BigDecimal mean = exactMean();
    BigDecimal square = squares.divide(BigDecimal.valueOf(Math.max(1, count)), DIGITS);
    double variance = square.subtract(mean.multiply(mean, DIGITS), DIGITS).doubleValue();
    double deviation = Math.sqrt(Math.max(0, variance));
    return deviation > CONSTANT * Math.abs(mean.doubleValue()) ? deviation : 0;
  }

  /**
   * Returns about how many different values there are, as far as buckets show it: n of them leave B
   * e^(−n/B) of B buckets empty.
   */
  double distinct() {
    double empty = Math.max(0.5, (double) (ColumnTotals.BUCKETS - filled)) / ColumnTotals.BUCKETS;
    return -ColumnTotals.BUCKETS * StrictMath.log(empty);
  }
}
