package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import java.util.Arrays;

/**
 * What does not depend on posteriors.
 *
 * @param covariance of the numbers; where some may be missing, only its diagonal is known
 * @param shares of the levels, which add up to one in each column
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LevelTotals(double records, double[] means, Matrix covariance, double[] shares) {
  /** How many numbers these are in units: n, Σ 1, Σ x, Σ x xᵀ, and the records of each level. */
  public static int size(int numbers, int levelCount) {
    return 1 + 2 * numbers + numbers * (numbers + 1) / 2 + levelCount;
  }

  /** Adds a record as often as a weight says. */
  public static void add(double weight, double[] x, double[] shares, long[] sums) {
    double share = LevelSums.UNIT * weight;
    int d = x.length;
    int at = 1 + 2 * d;
    sums[0] += Math.round(share);
    for (int j = 0; j < d; j++) {
      boolean isThere = !Double.isNaN(x[j]);
      sums[1 + j] += isThere ? Math.round(share) : 0;
      sums[1 + d + j] += isThere ? Math.round(share * x[j]) : 0;
      for (int k = j; k < d; k++) {
        sums[at++] += isThere && !Double.isNaN(x[k]) ? Math.round(share * x[j] * x[k]) : 0;
      }
    }
    for (double value : shares) {
      sums[at++] += Math.round(share * value);
    }
  }

  public static LevelTotals of(long[] sums, int numbers, int[] levels) {
    double records = sums[0] / LevelSums.UNIT;
    double[] means = new double[numbers];
    for (int j = 0; j < numbers; j++) {
      means[j] = sums[1 + numbers + j] / (double) Math.max(1, sums[1 + j]);
    }
    Matrix covariance = Matrix.zeros(numbers, numbers);
    int at = 1 + 2 * numbers;
    for (int j = 0; j < numbers; j++) {
      double count = Math.max(1, sums[1 + j]);
      for (int k = j; k < numbers; k++, at++) {
        double value = sums[at] / count - means[j] * means[k];
        covariance.set(j, k, value);
        covariance.set(k, j, value);
      }
    }
    int levelCount = Arrays.stream(levels).sum();
    double[] shares = new double[levelCount];
    for (int l = 0; l < levelCount; l++) {
      shares[l] = sums[at + l] / LevelSums.UNIT;
    }
    LevelSums.normalize(shares, levels, 0);
    return new LevelTotals(records, means, covariance, shares);
  }
}
