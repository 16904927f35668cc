package io.coterie.method.internal.prepare.table;

import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.Regressions;
import io.coterie.math.internal.linear.Cholesky;
import io.coterie.message.internal.WholeTotals;
import io.coterie.plan.PrivacyPlan;
import java.io.Serializable;

/**
 * The Gaussian by which missing values are expected, fitted by EM: a step adds up the expected
 * values of all records and the expected products of two. Only the sites read the totals; what
 * leaves in the end is rounded so that one record is less than the rounding.
 *
 * @param mean of each feature, in deviations
 * @param covariance in these
 */
record GapTotals(Vector mean, Matrix covariance) implements Serializable {
  /** So many steps are taken. */
  static final int STEPS = 8;

  /** The most that an expected value adds to a sum, in deviations. */
  private static final double FARTHEST = 4;

  private static final long UNIT = 1 << 20;

  /** Sums have another unit than products, so that one record is the same part of what is given. */
  private static final double FIRST_UNIT = UNIT * (FARTHEST * FARTHEST + 1) / (FARTHEST + 1);

  private static final double RIDGE = 1e-4;

  /** The least share of a feature's variance that no other feature may explain. */
  private static final double LEAST_OWN = 0.05;

  static GapTotals start(int features) {
    return new GapTotals(
        Vector.of(new double[features]),
        Matrix.zeros(features, features).map((i, j, zero) -> i == j ? 1 : 0));
  }

  static int size(int features) {
    return 1 + features + features * (features + 1) / 2;
  }

  /** Returns what totals are rounded to: with K = 1 to whole units. */
  static long multiple(int smallestGroup) {
    double most = FARTHEST * FARTHEST + 1;
    return smallestGroup == 1
        ? 1
        : UNIT * Math.max(PrivacyPlan.countMultiple(smallestGroup), (long) most);
  }

  /**
   * Returns the totals of one step.
   *
   * @param deviations of the features, in which values are added up
   */
  WholeTotals of(Matrix block, double[] deviations) {
    int d = deviations.length;
    long[] totals = new long[size(d)];
    totals[0] = block.rows();
    Regressions regressions = new Regressions(mean.toArray(), covariance);
    double[] record = new double[d];
    for (int i = 0; i < block.rows(); i++) {
      for (int j = 0; j < d; j++) {
        record[j] = within(block.at(i, j) / deviations[j]);
      }
      Regressions.Pattern pattern = regressions.fill(record, 0);
      for (int j = 0; j < d; j++) {
        record[j] = within(record[j]);
        totals[1 + j] += Math.round(FIRST_UNIT * record[j]);
      }
      for (int j = 0, at = 1 + d; j < d; j++) {
        for (int k = j; k < d; k++, at++) {
          totals[at] += Math.round(UNIT * record[j] * record[k]);
        }
      }
      int[] missing = pattern.missing();
      for (int a = 0; a < missing.length; a++) {
        for (int b = a; b < missing.length; b++) {
          double rest = Math.max(-1, Math.min(1, pattern.rest().at(a, b)));
          totals[1 + d + place(missing[a], missing[b], d)] += Math.round(UNIT * rest);
        }
      }
    }
    return new WholeTotals(LongVector.of(totals), LongVector.of());
  }

  private static double within(double value) { // NaN stays NaN
    return Math.max(-FARTHEST, Math.min(FARTHEST, value));
  }

  private static int place(int row, int column, int d) {
    return row * d - row * (row - 1) / 2 + column - row;
  }

  /**
   * Returns the Gaussian of totals, drawn towards features that do not depend on each other, by as
   * much as it takes to be one.
   */
  static GapTotals moved(long[] totals, int features) {
    double records = Math.max(1, totals[0]);
    double[] mean = new double[features];
    for (int j = 0; j < features; j++) {
      mean[j] = totals[1 + j] / FIRST_UNIT / records;
    }
    Matrix full = Matrix.zeros(features, features);
    for (int j = 0, at = 1 + features; j < features; j++) {
      for (int k = j; k < features; k++, at++) {
        double value = totals[at] / (double) UNIT / records - mean[j] * mean[k];
        full.set(j, k, value);
        full.set(k, j, value);
      }
    }
    for (double share = (features + 2) / (records + features + 2); ; share = Math.sqrt(share)) {
      Matrix drawn = drawn(full, share);
      if (isPositive(drawn) || share > 0.999) {
        return new GapTotals(Vector.of(mean), drawn);
      }
    }
  }

  private static Matrix drawn(Matrix full, double share) {
    return full.map(
        (i, j, value) -> i == j ? Math.max(value, LEAST_OWN) * (1 + RIDGE) : (1 - share) * value);
  }

  /** Returns whether every feature keeps some variance of its own, given those before it. */
  private static boolean isPositive(Matrix symmetric) {
    try {
      Matrix lower = Cholesky.of(symmetric).lower();
      for (int j = 0; j < lower.rows(); j++) {
        if (lower.at(j, j) * lower.at(j, j) < 0.1 * RIDGE * symmetric.at(j, j)) {
          return false;
        }
      }
      return true;
    } catch (ArithmeticException e) {
      return false; // no Gaussian yet
    }
  }
}
