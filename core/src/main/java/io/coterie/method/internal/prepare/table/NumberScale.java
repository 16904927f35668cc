package io.coterie.method.internal.prepare.table;

import io.coterie.features.internal.YeoJohnson;
import java.io.Serializable;

/**
 * How a column of numbers is standardized, bent, and standardized again. Centers and deviations are
 * given to a 64th of a deviation: finer ones would show counts of few records, and nothing depends
 * on them.
 *
 * @param exponent of the unit 2^exponent of center and deviation
 * @param deviation in units, from 64 to 127; 0 of a constant column
 * @param center in units
 * @param half twice the exponent by which it is bent
 * @param shift the mean of the bent values, in 64ths
 * @param width their deviation, in 64ths
 * @param ties the share of rounding in the variance, in 2²⁰ths
 * @param distinct 2 where there are two different values, else 0
 * @param kept 1 where it is a feature; 0 where no other column depends on it
 */
record NumberScale(
    int exponent,
    int deviation,
    long center,
    int half,
    int shift,
    int width,
    int ties,
    int distinct,
    int kept)
    implements Serializable {
  static final int PARTS = 64;
  static final int NUMBERS = 9;

  private static final double TIES = 1 << 20;
  private static final double MOST_CENTER = 0x1p60;

  NumberScale {
    boolean isFit =
        Math.abs(exponent) <= 1060
            && (deviation == 0 || (deviation >= PARTS && deviation < 2 * PARTS))
            && half >= YeoJohnson.LEAST
            && half <= YeoJohnson.MOST
            && width > 0
            && ties >= 0;
    if (!isFit) {
      throw new IllegalArgumentException("The scale of a column is out of range.");
    }
  }

  /** Returns the scale of numbers that are not bent. */
  static NumberScale of(Numbers numbers) {
    double deviation = numbers.deviation();
    double mean = numbers.mean();
    double size = deviation > 0 ? deviation : Math.max(Math.abs(mean), Double.MIN_NORMAL);
    int exponent = Math.getExponent(size) - 6;
    long parts = Math.round(Math.scalb(size, -exponent)); // 128 where it is nearly the next power
    if (parts == 2 * PARTS) {
      exponent++;
      parts = PARTS;
    }
    double center = Math.rint(Math.scalb(mean, -exponent));
    double within = Math.max(-MOST_CENTER, Math.min(MOST_CENTER, center));
    // Sheppard: values that are rounded to 1/q equal steps have a variance of about q² of their
    // own.
    double q = Math.min(0.999, numbers.ties());
    int ties = (int) Math.rint(TIES * Math.min(1, q * q / (1 - q * q)));
    return new NumberScale(
        exponent,
        deviation > 0 ? (int) parts : 0,
        (long) within,
        YeoJohnson.NONE,
        0,
        PARTS,
        ties,
        numbers.filled() == 2 ? 2 : 0,
        1);
  }

  NumberScale bent(int by, ShapeTotals.Bent moments) {
    int mean = (int) Math.rint(PARTS * moments.mean());
    int spread = (int) Math.max(1, Math.rint(PARTS * moments.deviation()));
    return new NumberScale(exponent, deviation, center, by, mean, spread, ties, distinct, kept);
  }

  /** Returns the scale of a column that is left out. */
  NumberScale leftOut() {
    return new NumberScale(exponent, deviation, center, half, shift, width, ties, distinct, 0);
  }

  boolean isKept() {
    return kept != 0;
  }

  boolean isConstant() {
    return deviation == 0;
  }

  boolean isBent() {
    return half != YeoJohnson.NONE;
  }

  boolean hasTwoValues() {
    return distinct == 2;
  }

  double centerValue() {
    return Math.scalb((double) center, exponent);
  }

  /** Returns 1 for a constant column. */
  double scaleValue() {
    return isConstant() ? 1 : Math.scalb((double) deviation, exponent);
  }

  double standardized(double value) {
    return (value - centerValue()) / scaleValue();
  }

  double shiftValue() {
    return (double) shift / PARTS;
  }

  double widthValue() {
    return (double) width / PARTS;
  }

  /** Returns the variance that rounding of the values has, as a share of theirs. */
  double rounding() {
    return ties / TIES;
  }

  void write(long[] numbers, int at) {
    long[] own = {exponent, deviation, center, half, shift, width, ties, distinct, kept};
    System.arraycopy(own, 0, numbers, at, NUMBERS);
  }

  static NumberScale read(long[] numbers, int at) {
    return new NumberScale(
        Math.toIntExact(numbers[at]),
        Math.toIntExact(numbers[at + 1]),
        numbers[at + 2],
        Math.toIntExact(numbers[at + 3]),
        Math.toIntExact(numbers[at + 4]),
        Math.toIntExact(numbers[at + 5]),
        Math.toIntExact(numbers[at + 6]),
        Math.toIntExact(numbers[at + 7]),
        Math.toIntExact(numbers[at + 8]));
  }
}
