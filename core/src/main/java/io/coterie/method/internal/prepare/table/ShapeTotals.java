package io.coterie.method.internal.prepare.table;

import io.coterie.features.internal.YeoJohnson;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.message.internal.WholeTotals;
import java.util.List;

/**
 * How the values of each column of numbers are distributed, once standardized: third and fourth
 * powers, the logarithm in the likelihood of a bend, and the powers of the values bent by each
 * exponent. A record's part of a sum is rounded by itself.
 */
final class ShapeTotals {
  /** The smallest variance of bent values whose logarithm is taken. */
  private static final double LEAST_VARIANCE = 1e-12;

  private static final int EXPONENTS = YeoJohnson.MOST - YeoJohnson.LEAST + 1;
  private static final int POWERS = 4;
  private static final int EACH = 4 + POWERS * EXPONENTS;

  /** Of first and second powers, and of higher ones, which are larger. */
  private static final double UNIT = 1 << 20;

  private static final double HIGH_UNIT = 1 << 10;

  private ShapeTotals() {}

  static int size(int numbers) {
    return EACH * numbers;
  }

  /**
   * Returns the totals of some columns.
   *
   * @param scales of these columns, by their places in a record
   */
  static WholeTotals of(Matrix block, int[] columns, List<NumberScale> scales) {
    long[] totals = new long[size(columns.length)];
    for (int k = 0; k < columns.length; k++) {
      NumberScale scale = scales.get(k);
      int at = k * EACH;
      for (int i = 0; i < block.rows() && !scale.isConstant(); i++) {
        double value = block.at(i, columns[k]);
        if (!Double.isNaN(value)) {
          add(scale.standardized(value), totals, at);
        }
      }
    }
    return new WholeTotals(LongVector.of(totals), LongVector.of());
  }

  private static void add(double standardized, long[] totals, int at) {
    double z = Math.max(-YeoJohnson.FARTHEST, Math.min(YeoJohnson.FARTHEST, standardized));
    totals[at]++;
    totals[at + 1] += Math.round(HIGH_UNIT * z * z * z);
    totals[at + 2] += Math.round(HIGH_UNIT * z * z * z * z);
    totals[at + 3] += Math.round(UNIT * Math.copySign(StrictMath.log1p(Math.abs(z)), z));
    for (int e = 0; e < EXPONENTS; e++) {
      double bent = YeoJohnson.of(z, YeoJohnson.LEAST + e);
      int own = at + 4 + POWERS * e;
      totals[own] += Math.round(UNIT * bent);
      totals[own + 1] += Math.round(UNIT * bent * bent);
      totals[own + 2] += Math.round(HIGH_UNIT * bent * bent * bent);
      totals[own + 3] += Math.round(HIGH_UNIT * bent * bent * bent * bent);
    }
  }

  /** Skew and kurtosis of one column's standardized values. */
  record Shape(double skew, double kurtosis) {}

  static Shape shape(long[] totals, int place) {
    int at = place * EACH;
    double count = Math.max(1, totals[at]);
    return new Shape(totals[at + 1] / HIGH_UNIT / count, totals[at + 2] / HIGH_UNIT / count);
  }

  /** Mean and deviation of values bent by an exponent. */
  record Bent(double mean, double deviation) {}

  static Bent bent(long[] totals, int place, int half) {
    int at = place * EACH;
    int own = at + 4 + POWERS * (half - YeoJohnson.LEAST);
    double count = Math.max(1, totals[at]);
    double mean = totals[own] / UNIT / count;
    return new Bent(
        mean, Math.sqrt(Math.max(LEAST_VARIANCE, totals[own + 1] / UNIT / count - mean * mean)));
  }

  /** Returns twice the exponent of the largest normal likelihood, the first of equals. */
  static int likeliest(long[] totals, int place) {
    int at = place * EACH;
    double count = Math.max(1, totals[at]);
    double logs = totals[at + 3] / UNIT / count;
    int best = YeoJohnson.LEAST;
    double most = Double.NEGATIVE_INFINITY;
    for (int half = YeoJohnson.LEAST; half <= YeoJohnson.MOST; half++) {
      double likelihood =
          -StrictMath.log(bent(totals, place, half).deviation()) + (half / 2.0 - 1) * logs;
      if (likelihood > most) {
        most = likelihood;
        best = half;
      }
    }
    return best;
  }
}
