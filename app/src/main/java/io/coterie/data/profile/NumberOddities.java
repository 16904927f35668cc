package io.coterie.data.profile;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What is remarkable about the numbers of a column as a whole.
 *
 * @param without codes that are no values
 */
record NumberOddities(NumberTally numbers, List<Double> without) {
  /** Numbers that are wrong by a unit or a decimal sign are larger by one of these. */
  private static final double[] FACTORS = {10, 18.016, 38.67, 88.42, 100, 1000};

  private static final double NEAR = 1.25;
  private static final int FEWEST = 20;
  private static final double WIDE = 20;
  private static final double SKEWED = 4;
  private static final int FEWEST_STEPS = 10;
  private static final double FAR = 20;

  /** Takes a remark. */
  interface Remarks {
    void add(String what, String detail, String... answers);
  }

  void remark(Remarks remarks, String logAnswer, String zeroAnswer) {
    double[] all = numbers.sorted(without);
    int zeros = zeros(all);
    double[] sorted = Arrays.copyOfRange(all, zeros, all.length);
    if (sorted.length < FEWEST || !(sorted[0] > 0)) {
      return;
    }
    if (zeros > 0 && isFarFromZero(sorted)) {
      remarks.add(
          "Some of its numbers are 0 and all others are far above; 0 may stand for a missing value.",
          "0 in %d of %d".formatted(zeros, all.length),
          zeroAnswer);
    }
    int apart = gap(sorted);
    double factor = apart < 0 ? 0 : factor(sorted, apart);
    if (factor > 0) {
      remarks.add(
          "Some of its numbers differ from the others by a constant factor; look for another unit or"
              + " a lost decimal sign.",
          String.format(
              Locale.ROOT,
              "%d of %d, about %s times",
              Math.min(apart, sorted.length - apart),
              sorted.length,
              factor));
    } else if (zeros == 0) {
      double median = NumberTally.quantile(sorted, .5);
      double upper = NumberTally.quantile(sorted, .95) - median;
      double lower = median - NumberTally.quantile(sorted, .05);
      if (sorted[sorted.length - 1] > WIDE * median && upper > SKEWED * lower) {
        remarks.add(
            "Its numbers are above 0 and a few are far larger than most; their logarithm may say"
                + " more.",
            "",
            logAnswer);
      }
    }
  }

  /** Returns how many zeros the numbers begin with. */
  private static int zeros(double[] sorted) {
    int zeros = 0;
    while (zeros < sorted.length && sorted[zeros] == 0) {
      zeros++;
    }
    return zeros;
  }

  /** Returns whether the least number is much farther from zero than from the next ones. */
  private static boolean isFarFromZero(double[] positive) {
    int half = positive.length / 2;
    int steps = 0;
    for (int i = 1; i <= half; i++) {
      steps += positive[i] > positive[i - 1] ? 1 : 0;
    }
    double step = (positive[half] - positive[0]) / Math.max(1, steps);
    return steps >= FEWEST_STEPS && positive[0] >= FAR * step;
  }

  /** Returns where the numbers are apart the most, by their ratio; -1 if nowhere by three. */
  private static int gap(double[] sorted) {
    int apart = -1;
    double most = 3;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] / sorted[i - 1] >= most) {
        most = sorted[i] / sorted[i - 1];
        apart = i;
      }
    }
    return apart;
  }

  /** Returns by which factor the upper numbers are what the lower ones are; 0 if by none. */
  private static double factor(double[] sorted, int apart) {
    boolean areFewAbove = 2 * apart >= sorted.length;
    double[] most =
        areFewAbove
            ? Arrays.copyOf(sorted, apart)
            : Arrays.copyOfRange(sorted, apart, sorted.length);
    double[] few =
        areFewAbove
            ? Arrays.copyOfRange(sorted, apart, sorted.length)
            : Arrays.copyOf(sorted, apart);
    double spread = NumberTally.quantile(most, .95) / NumberTally.quantile(most, .05);
    for (double factor : FACTORS) {
      // The few, brought to the unit of the others, are among them.
      double scale = areFewAbove ? 1 / factor : factor;
      if (spread < factor
          && few[0] * scale >= most[0] / NEAR
          && few[few.length - 1] * scale <= most[most.length - 1] * NEAR) {
        return factor;
      }
    }
    return 0;
  }
}
