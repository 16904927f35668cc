package io.coterie.privacy.internal;

/**
 * What zero-concentrated differential privacy (zCDP) of ρ means as (ε, δ), and the other way.
 *
 * <pre>ε(ρ, δ) = min over α > 1 of  ρα + (ln(1/δ) − ln α)/(α − 1) + ln(1 − 1/α)</pre>
 *
 * <p>Every α bounds ε, so a search that is not exact errs towards a larger ε. With u = α − 1 the
 * derivative is zero where ρu² + ln(1 + u) = ln(1/δ), whose left side grows with u.
 *
 * <p>M. Bun, T. Steinke. <i>Concentrated Differential Privacy</i>. TCC 2016. C. L. Canonne, G.
 * Kamath, T. Steinke. <i>The Discrete Gaussian for Differential Privacy</i>. NeurIPS 2020, for the
 * bound.
 */
public final class ZeroConcentrated {
  /** More than the sum of the rounding errors of ε's terms, relative to their size. */
  private static final double ROUNDING = 0x1.0p-49;

  private ZeroConcentrated() {}

  /** Returns the ρ that pure ε-differential privacy implies. */
  public static double rhoOfPure(double epsilon) {
    return epsilon * epsilon / 2;
  }

  /** Returns the ε that ρ implies at δ, never less than the formula's. */
  public static double epsilon(double rho, double delta) {
    if (!(rho >= 0)) {
      throw new IllegalArgumentException("rho is %s; it must be 0 or more.".formatted(rho));
    }
    requireDelta(delta);
    if (rho == 0) {
      return 0;
    }
    if (rho == Double.POSITIVE_INFINITY) {
      return rho;
    }
    double log = -Math.log(delta);
    double low = 0;
    double high = Math.min(Math.sqrt(log) / Math.sqrt(rho), Math.expm1(log));
    double middle = low + (high - low) / 2;
    while (low < middle && middle < high) {
      if (rho * middle * middle + Math.log1p(middle) < log) {
        low = middle;
      } else {
        high = middle;
      }
      middle = low + (high - low) / 2;
    }
    double u = high;
    double cost = rho * (1 + u);
    double slack = (log - Math.log1p(u)) / u;
    double gain = -Math.log1p(1 / u); // ln(1 − 1/α) = −ln(1 + 1/u)
    double size = cost + (log + Math.log1p(u)) / u - gain;
    return Math.max(0, cost + slack + gain + ROUNDING * size);
  }

  /** Returns the largest ρ that implies ε at δ, rounded down. */
  public static double rho(double epsilon, double delta) {
    if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon is %s; it must be positive and finite. Typical values are 0.1 to 10."
              .formatted(epsilon));
    }
    requireDelta(delta);
    double low = 0;
    double high = epsilon;
    while (epsilon(high, delta) <= epsilon) {
      low = high;
      high *= 2;
    }
    double middle = low + (high - low) / 2;
    while (low < middle && middle < high) {
      if (epsilon(middle, delta) <= epsilon) {
        low = middle;
      } else {
        high = middle;
      }
      middle = low + (high - low) / 2;
    }
    return low;
  }

  private static void requireDelta(double delta) {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException(
          "delta is %s; it must lie between 0 and 1. Use less than 1 over the number of records."
              .formatted(delta));
    }
  }
}
