package io.coterie.data.profile;

import io.coterie.math.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What the numbers of a column are like: their limits, a sample of them, and how often each usual
 * code for a missing value occurs.
 *
 * <p>Not thread-safe.
 */
final class NumberTally {
  /** Numbers that programs and people write where they have no value. */
  static final double[] CODES = {
    -1, -7, -8, -9, -77, -88, -98, -99, -888, -998, -999, -9999, -99999, 9, 77, 88, 98, 99, 777,
    888, 998, 999, 9998, 9999, 99999, 999999
  };

  private static final int BINS = 16;

  private final double[] sample;
  private final SplittableRandom random = new Seed(0).random();
  private final long[] codes = new long[CODES.length];
  private double restLeast = Double.POSITIVE_INFINITY;
  private double restMost = Double.NEGATIVE_INFINITY;
  private long rest;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private long count;
  private long wholes;

  NumberTally(int sampleSize) {
    sample = new double[sampleSize];
  }

  void add(double value) {
    if (count < sample.length) {
      sample[(int) count] = value;
    } else {
      long place = random.nextLong(count + 1);
      if (place < sample.length) {
        sample[(int) place] = value;
      }
    }
    count++;
    least = Math.min(least, value);
    most = Math.max(most, value);
    if (value != Math.rint(value)) {
      addRest(value);
      return;
    }
    wholes++;
    for (int c = 0; c < CODES.length; c++) {
      if (value == CODES[c]) {
        codes[c]++;
        return;
      }
    }
    addRest(value);
  }

  private void addRest(double value) {
    rest++;
    restLeast = Math.min(restLeast, value);
    restMost = Math.max(restMost, value);
  }

  boolean areWhole() {
    return wholes == count;
  }

  double least() {
    return least;
  }

  double most() {
    return most;
  }

  /**
   * Returns the codes that are so far from all other numbers that they are hardly values: negative
   * where the others are not, or further away than these are wide. Codes that are among the others
   * are values.
   */
  List<Double> strangers() {
    List<Double> found = new ArrayList<>();
    double lower = restLeast;
    double upper = restMost;
    if (rest == 0) {
      return found;
    }
    // From the nearest to the farthest: a code that is a value widens what the others are.
    Integer[] order = new Integer[CODES.length];
    Arrays.setAll(order, c -> c);
    double middle = lower + (upper - lower) / 2;
    Arrays.sort(
        order, (a, b) -> Double.compare(Math.abs(CODES[a] - middle), Math.abs(CODES[b] - middle)));
    for (int c : order) {
      double code = CODES[c];
      if (codes[c] == 0) {
        continue;
      }
      double gap = code < lower ? lower - code : code - upper;
      // A single digit is a usual value, so that it is strange only among very few others.
      boolean isFar = gap > Math.max(upper - lower, Math.abs(code) < 10 ? 4 : 9);
      boolean isBelowZero = code <= -7 && lower >= 0;
      if (isFar || isBelowZero) {
        found.add(code);
      } else {
        lower = Math.min(lower, code);
        upper = Math.max(upper, code);
      }
    }
    return found;
  }

  long countOf(double code) {
    for (int c = 0; c < CODES.length; c++) {
      if (CODES[c] == code) {
        return codes[c];
      }
    }
    return 0;
  }

  /** Returns a sample in ascending order, without the given values. */
  double[] sorted(List<Double> without) {
    double[] kept =
        Arrays.stream(sample, 0, (int) Math.min(count, sample.length))
            .filter(value -> !without.contains(value))
            .toArray();
    Arrays.sort(kept);
    return kept;
  }

  /** Returns the smallest number, the quarters and the largest; quarters are of a sample. */
  List<Double> quantiles() {
    double[] sorted = sorted(List.of());
    if (sorted.length == 0) {
      return List.of();
    }
    return List.of(least, quantile(sorted, .25), quantile(sorted, .5), quantile(sorted, .75), most);
  }

  static double quantile(double[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1L, Math.round(share * (sorted.length - 1)))];
  }

  /** Returns how many numbers of a sample are in equal parts of the range, scaled to all. */
  List<Long> histogram() {
    double[] sorted = sorted(List.of());
    if (sorted.length == 0) {
      return List.of();
    }
    long[] bins = new long[most > least ? BINS : 1];
    for (double value : sorted) {
      // Divided first: the width of a range may be beyond what a number holds.
      double part = most > least ? (value / 2 - least / 2) / (most / 2 - least / 2) : 0;
      bins[(int) Math.min(bins.length - 1L, (long) (part * bins.length))]++;
    }
    double all = (double) count / sorted.length;
    return Arrays.stream(bins).mapToObj(bin -> Math.round(bin * all)).toList();
  }
}
