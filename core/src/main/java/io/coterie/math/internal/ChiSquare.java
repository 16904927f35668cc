package io.coterie.math.internal;

/**
 * The chi-square distribution, by the regularised incomplete gamma function P(ν/2, x/2): a series
 * below the mean, Lentz's continued fraction above it.
 */
public final class ChiSquare {
  private static final double CONVERGED = 1e-15;
  private static final double TINY = 1e-300;
  private static final int MOST_TERMS = 100_000;
  private static final int HALVINGS = 200;

  private ChiSquare() {}

  /**
   * Returns the value that a chi-square variable exceeds with a probability.
   *
   * @param degrees of freedom, at least 1; need not be whole
   */
  public static double exceededBy(double probability, double degrees) {
    if (!(probability > 0 && probability < 1 && degrees >= 1)) {
      throw new IllegalArgumentException(
          "probability is %s and degrees %s; they must be between 0 and 1, and at least 1."
              .formatted(probability, degrees));
    }
    double low = 0;
    double high = degrees;
    while (above(high, degrees) > probability) {
      low = high;
      high *= 2;
    }
    for (int i = 0; i < HALVINGS && high - low > 1e-14 * high; i++) {
      double middle = (low + high) / 2;
      if (above(middle, degrees) > probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /** Returns the probability that a chi-square variable exceeds a value. */
  public static double above(double value, double degrees) {
    double a = degrees / 2;
    double x = value / 2;
    if (x <= 0) {
      return 1;
    }
    double front = Math.exp(a * Math.log(x) - x - LogGamma.of(a));
    return x < a + 1 ? 1 - front * series(a, x) : front * fraction(a, x);
  }

  /** Σ xⁿ / (a (a + 1) … (a + n)). */
  private static double series(double a, double x) {
    double term = 1 / a;
    double sum = term;
    for (int n = 1; n <= MOST_TERMS && term > CONVERGED * sum; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return sum;
  }

  private static double fraction(double a, double x) {
    double b = x + 1 - a;
    double c = 1 / TINY;
    double d = 1 / b;
    double value = d;
    for (int n = 1; n <= MOST_TERMS; n++) {
      double factor = -n * (n - a);
      b += 2;
      d = 1 / nonZero(factor * d + b);
      c = nonZero(b + factor / c);
      value *= d * c;
      if (Math.abs(d * c - 1) < CONVERGED) {
        break;
      }
    }
    return value;
  }

  private static double nonZero(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }
}
