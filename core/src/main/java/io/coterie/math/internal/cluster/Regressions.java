package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import io.coterie.math.internal.linear.Cholesky;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The missing values of a record given its others, under one Gaussian: E[x_m | x_o] = μ_m + S_mo
 * S_oo⁻¹ (x_o − μ_o), with covariance S_mm − S_mo S_oo⁻¹ S_om. Records that lack the same values
 * share the matrices. Every record is computed by itself, in one order.
 *
 * <p>Not thread-safe.
 */
public final class Regressions {
  /** More patterns are computed anew each time they occur. */
  private static final int KEPT = 4096;

  private final double[] means;
  private final Matrix covariance;
  private final Map<BitSet, Pattern> patterns = new HashMap<>();

  /**
   * What records have in common that lack the same values.
   *
   * @param missing the places of values that are missing
   * @param present the places of the others
   * @param weights one row for each missing value, one column for each other
   * @param rest the covariance of the missing values given the others
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Pattern(int[] missing, int[] present, Matrix weights, Matrix rest) {}

  /**
   * Makes regressions of a Gaussian.
   *
   * @param covariance positive definite
   */
  public Regressions(double[] means, Matrix covariance) {
    this.means = means.clone();
    this.covariance = covariance;
  }

  /** Fills the missing values (NaN) of a record that stands at a place of an array. */
  public Pattern fill(double[] values, int at) {
    Pattern pattern = pattern(values, at);
    for (int m = 0; m < pattern.missing.length; m++) {
      double expected = means[pattern.missing[m]];
      for (int o = 0; o < pattern.present.length; o++) {
        int place = pattern.present[o];
        expected += pattern.weights.at(m, o) * (values[at + place] - means[place]);
      }
      values[at + pattern.missing[m]] = expected;
    }
    return pattern;
  }

  private Pattern pattern(double[] values, int at) {
    BitSet isMissing = new BitSet(means.length);
    for (int j = 0; j < means.length; j++) {
      isMissing.set(j, Double.isNaN(values[at + j]));
    }
    Pattern known = patterns.get(isMissing);
    if (known == null) {
      known = pattern(isMissing);
      if (patterns.size() < KEPT) {
        patterns.put(isMissing, known);
      }
    }
    return known;
  }

  private Pattern pattern(BitSet isMissing) {
    int[] missing = isMissing.stream().toArray();
    BitSet others = (BitSet) isMissing.clone();
    others.flip(0, means.length);
    int[] present = others.stream().toArray();
    Matrix lower = Matrix.zeros(0, 0);
    if (missing.length > 0 && present.length > 0) {
      Matrix own = Matrix.zeros(present.length, present.length);
      for (int a = 0; a < present.length; a++) {
        for (int b = 0; b < present.length; b++) {
          own.set(a, b, covariance.at(present[a], present[b]));
        }
      }
      lower = Cholesky.of(own).lower();
    }
    Matrix weights = weights(covariance, lower, missing, present);
    return new Pattern(missing, present, weights, rest(covariance, weights, missing, present));
  }

  /** Returns S_mo S_oo⁻¹, with L of S_oo. */
  static Matrix weights(Matrix covariance, Matrix lower, int[] missing, int[] present) {
    Matrix weights = Matrix.zeros(missing.length, present.length);
    for (int m = 0; m < missing.length; m++) {
      for (int o = 0; o < present.length; o++) {
        weights.set(m, o, covariance.at(missing[m], present[o]));
      }
      solve(lower, weights, m);
    }
    return weights;
  }

  /** Returns S_mm − S_mo S_oo⁻¹ S_om. */
  static Matrix rest(Matrix covariance, Matrix weights, int[] missing, int[] present) {
    Matrix rest = Matrix.zeros(missing.length, missing.length);
    for (int a = 0; a < missing.length; a++) {
      for (int b = 0; b < missing.length; b++) {
        double value = covariance.at(missing[a], missing[b]);
        for (int o = 0; o < present.length; o++) {
          value -= weights.at(a, o) * covariance.at(present[o], missing[b]);
        }
        rest.set(a, b, value);
      }
    }
    return rest;
  }

  /** Replaces a row b by L⁻ᵀ L⁻¹ b, by plain loops, which give the same on every machine. */
  private static void solve(Matrix lower, Matrix rows, int row) {
    int size = lower.rows();
    for (int i = 0; i < size; i++) {
      double value = rows.at(row, i);
      for (int k = 0; k < i; k++) {
        value -= lower.at(i, k) * rows.at(row, k);
      }
      rows.set(row, i, value / lower.at(i, i));
    }
    for (int i = size - 1; i >= 0; i--) {
      double value = rows.at(row, i);
      for (int k = i + 1; k < size; k++) {
        value -= lower.at(k, i) * rows.at(row, k);
      }
      rows.set(row, i, value / lower.at(i, i));
    }
  }
}
