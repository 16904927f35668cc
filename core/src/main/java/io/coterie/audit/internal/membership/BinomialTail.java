package io.coterie.audit.internal.membership;

import io.coterie.math.internal.LogGamma;

/**
 * P[Bin(n, p) ≥ v] as the regularised incomplete beta function I_p(v, n − v + 1), by its continued
 * fraction (Lentz), to about 13 digits.
 */
final class BinomialTail {
  private static final double TINY = 1e-300;
  private static final double CONVERGED = 1e-15;
  private static final int MOST_TERMS = 10_000;

  private BinomialTail() {}

  static double atLeast(int v, int n, double p) {
    if (v <= 0) {
      return 1;
    }
    return v > n ? 0 : incompleteBeta(p, v, n - v + 1.0);
  }

  static double exactly(int v, int n, double p) {
    if (v < 0 || v > n) {
      return 0;
    }
    double choose = LogGamma.of(n + 1.0) - LogGamma.of(v + 1.0) - LogGamma.of(n - v + 1.0);
    double successes = v == 0 ? 0 : v * Math.log(p);
    double failures = v == n ? 0 : (n - v) * Math.log1p(-p);
    return Math.exp(choose + successes + failures);
  }

  /** I_x(a, b) = x^a (1 − x)^b / (a B(a, b)) times a continued fraction. */
  static double incompleteBeta(double x, double a, double b) {
    if (x <= 0 || x >= 1) {
      return x <= 0 ? 0 : 1;
    }
    double front =
        Math.exp(
            LogGamma.of(a + b)
                - LogGamma.of(a)
                - LogGamma.of(b)
                + a * Math.log(x)
                + b * Math.log1p(-x));
    // The fraction converges fast below the mean, so the other side is taken by symmetry.
    return x < (a + 1) / (a + b + 2)
        ? front * fraction(x, a, b) / a
        : 1 - front * fraction(1 - x, b, a) / b;
  }

  /**
   * Lentz's method: the convergents as ratios c and d of successive numerators and denominators,
   * which do not overflow as those do.
   */
  private static double fraction(double x, double a, double b) {
    double c = 1;
    double d = 1 / nonZero(1 - (a + b) * x / (a + 1));
    double value = d;
    for (int m = 1; m <= MOST_TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / nonZero(1 + even * d);
      c = nonZero(1 + even / c);
      value *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / nonZero(1 + odd * d);
      c = nonZero(1 + odd / c);
      value *= d * c;
      if (Math.abs(d * c - 1) < CONVERGED) {
        break;
      }
    }
    return value;
  }

  /** A ratio of zero would end the recurrence by a division. */
  private static double nonZero(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }
}
