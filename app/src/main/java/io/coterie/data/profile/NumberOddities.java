package io.coterie.data.profile;

import java.util.List;
import java.util.Locale;

/**
 * What is remarkable about the numbers of a column as a whole.
 *
 * @param without codes that are no values
 */
record NumberOddities(NumberTally numbers, List<Double> without) {
  /** Numbers that are wrong by a unit or a decimal sign are larger by one of these. */
  private static final double[] FACTORS = {
    10, 100, 1000, 2.54, 2.2046, 18.016, 38.67, 88.42, 88.57
  };

  private static final double NEAR = 1.25;
  private static final int FEWEST = 20;
  private static final double WIDE = 20;

  /** Takes a remark. */
  interface Remarks {
    void add(String what, String detail, String... answers);
  }

  void remark(Remarks remarks, String logAnswer) {
    double[] sorted = numbers.sorted(without);
    if (sorted.length < FEWEST || !(sorted[0] > 0)) {
      return;
    }
    int apart = gap(sorted);
    double factor = apart < 0 ? 0 : factor(sorted, apart);
    if (factor > 0) {
      remarks.add(
          "Some of its numbers are larger than the others by a constant factor; look for another"
              + " unit or a lost decimal sign.",
          String.format(
              Locale.ROOT,
              "%d of %d, about %s times",
              sorted.length - apart,
              sorted.length,
              factor));
      return;
    }
    double median = NumberTally.quantile(sorted, .5);
    double upper = NumberTally.quantile(sorted, .95) / median;
    double lower = median / NumberTally.quantile(sorted, .05);
    if (sorted[sorted.length - 1] > WIDE * median && upper > 2 * lower) {
      remarks.add(
          "Its numbers are above 0 and a few are far larger than most; their logarithm may say more.",
          "",
          logAnswer);
    }
  }

  /** Returns where the upper numbers begin that are apart from the others, or -1. */
  private static int gap(double[] sorted) {
    for (int i = sorted.length / 2; i < sorted.length; i++) {
      if (sorted[i] >= 2 * sorted[i - 1]) {
        return i;
      }
    }
    return -1;
  }

  /** Returns by which factor the upper numbers are what the lower ones are; 0 if by none. */
  private static double factor(double[] sorted, int apart) {
    double lower = sorted[apart / 2];
    double upper = sorted[apart + (sorted.length - apart) / 2];
    for (double factor : FACTORS) {
      double ratio = upper / factor / lower;
      boolean isWithin =
          sorted[apart] / factor >= sorted[0] / NEAR
              && sorted[sorted.length - 1] / factor <= sorted[apart - 1] * NEAR;
      if (ratio < NEAR && ratio > 1 / NEAR && isWithin) {
        return factor;
      }
    }
    return 0;
  }
}
