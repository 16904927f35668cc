package io.coterie.privacy.internal;

import io.coterie.privacy.Mechanism;

/**
 * How far honest noise goes: beyond, not one entry of a message lies but with a chance of 2⁻⁸⁰,
 * whatever the records are. What is farther away is a lie or an error, not noise.
 *
 * <p>The bounds are Chernoff's. They hold of the sum of several sites' noise, and of noise in
 * shares, which is less. With m sites and t the distance:
 *
 * <ul>
 *   <li>Gaussian, continuous or discrete: E exp(λX) ≤ exp(λ²σ²/2), so that P(|ΣX| ≥ t) ≤ 2
 *       exp(−t²/(2mσ²)).
 *   <li>Laplace of scale b: E exp(λX) ≤ 1/(1 − c²) with c = λb below 1, so that P(|ΣX| ≥ t) ≤ 2
 *       exp(−ct/b)/(1 − c²)^m. The discrete law has (cosh u − 1)/(cosh u − cosh cu) there, u = 1/b,
 *       which is no more, as cosh cu − 1 ≤ c²(cosh u − 1) term by term.
 * </ul>
 *
 * <p>C. L. Canonne, G. Kamath, T. Steinke. <i>The Discrete Gaussian for Differential Privacy</i>.
 * NeurIPS 2020, on the tails of the discrete Gaussian.
 *
 * @param sites m, whose noise is in the message; each has all of it at most
 * @param entries how many numbers of the message have noise
 */
public record NoiseTail(int sites, long entries) {
  private static final double LOG_CHANCE = 80 * Math.log(2);

  /** Variances and scales are rounded towards more noise when they are drawn from, by less. */
  private static final double ROUNDING = 0x1p-19;

  private static final double STEP = 0.05;

  public NoiseTail {
    if (sites < 1 || entries < 1) {
      throw new IllegalArgumentException(
          "%d sites and %d entries; both must be at least 1.".formatted(sites, entries));
    }
  }

  /** Returns how far the noise of a mechanism goes, in whole numbers. */
  public double of(Mechanism mechanism) {
    return mechanism.law() == Mechanism.Law.GAUSSIAN
        ? gaussian(Math.sqrt(mechanism.variance()))
        : laplace(mechanism.scale());
  }

  private double gaussian(double sigma) {
    return Math.sqrt(2 * sites * logEntries()) * rounded(sigma);
  }

  /** Returns how far Laplace noise of a scale goes. */
  public double laplace(double scale) {
    double least = Double.POSITIVE_INFINITY;
    for (double c = STEP; c < 1 - STEP / 2; c += STEP) {
      least = Math.min(least, (logEntries() - sites * Math.log(1 - c * c)) / c);
    }
    return least * rounded(scale);
  }

  /** Returns log(2n/p), for n entries on two sides, any of which may be beyond. */
  private double logEntries() {
    return LOG_CHANCE + Math.log(2.0 * entries);
  }

  private static double rounded(double width) {
    return width * (1 + ROUNDING) + ROUNDING;
  }
}
