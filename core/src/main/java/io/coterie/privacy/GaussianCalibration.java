package io.coterie.privacy;

/**
 * The least σ of Gaussian noise that makes one release (ε, δ)-differentially private, for what one
 * record moves by at most 1 in L2 norm: the analytic Gaussian mechanism.
 *
 * <pre>δ(σ) = Φ(a) − e^ε Φ(b),    a = 1/(2σ) − εσ,    b = −1/(2σ) − εσ</pre>
 *
 * <p>As e^ε φ(b) = φ(a), this is φ(a) (R(−a) − R(−b)) with Mills' ratio R(x) = Φ(−x)/φ(x): no
 * overflow for large ε, and no loss of digits for small δ.
 *
 * <p>B. Balle, Y.-X. Wang. <i>Improving the Gaussian Mechanism for Differential Privacy</i>. ICML
 * 2018. It is about the continuous law and one release: a guide for planning. What is spent is
 * counted in ρ, which holds for the discrete law as it stands.
 */
public final class GaussianCalibration {
  private static final int STEPS = 200;
  private static final int FRACTION_TERMS = 128;
  private static final double SERIES_BELOW = 2;
  private static final double EXPANSION_BELOW = 1e-3;

  /** More than the error of δ(σ) moves σ, relative to it. */
  private static final double ROUNDING = 1e-10;

  private GaussianCalibration() {}

  /** Returns σ, rounded up. */
  public static double sigma(double epsilon, double delta) {
    if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon is %s; it must be positive and finite. Typical values are 0.1 to 10."
              .formatted(epsilon));
    }
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException(
          "delta is %s; it must lie between 0 and 1.".formatted(delta));
    }
    double low = 1;
    double high = 1;
    while (delta(high, epsilon) > delta) {
      high *= 2;
    }
    while (delta(low, epsilon) <= delta) {
      low /= 2;
    }
    for (int step = 0; step < STEPS; step++) {
      double middle = low + (high - low) / 2;
      if (middle == low || middle == high) {
        break;
      }
      if (delta(middle, epsilon) > delta) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high * (1 + ROUNDING);
  }

  /** Returns δ(σ), which falls as σ grows. */
  static double delta(double sigma, double epsilon) {
    double a = 0.5 / sigma - epsilon * sigma;
    double b = -0.5 / sigma - epsilon * sigma;
    if (1 / sigma < EXPANSION_BELOW) {
      return density(a) * millsDrop(epsilon * sigma, 1 / sigma);
    }
    return a > 0 ? 1 - density(a) * (mills(a) + mills(-b)) : density(a) * (mills(-a) - mills(-b));
  }

  /**
   * Returns R(x − h/2) − R(x + h/2) for small h, where the difference would lose digits: −hR′ −
   * h³R‴/24, with R′ = xR − 1.
   */
  private static double millsDrop(double x, double h) {
    double value = mills(x);
    double first = x * value - 1;
    double second = value + x * first;
    double third = 2 * first + x * second;
    return -h * (first + h * h / 24 * third);
  }

  private static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  /** Returns Φ(−x)/φ(x) for x ≥ 0. */
  static double mills(double x) {
    if (x < SERIES_BELOW) {
      // Φ(x) = ½ + φ(x) (x + x³/3 + x⁵/(3·5) + …)
      double term = x;
      double sum = x;
      for (int i = 3; term > sum * 0x1.0p-55; i += 2) {
        term *= x * x / i;
        sum += term;
      }
      return 0.5 / density(x) - sum;
    }
    // Laplace's continued fraction 1/(x + 1/(x + 2/(x + 3/(x + …))))
    double tail = x;
    for (int i = FRACTION_TERMS; i >= 1; i--) {
      tail = x + i / tail;
    }
    return 1 / tail;
  }
}
