package io.coterie.privacy.internal;

import io.coterie.privacy.NoiseSource;

/**
 * The discrete Laplace law P(k) = (1 − q)/(1 + q) q^|k| with q = exp(−1/scale), drawn exactly: no
 * floating point, so the low bits of a release tell nothing.
 *
 * <p>Added to a whole number that one record moves by Δ at most, it makes the release
 * ε-differentially private for scale = Δ/ε. For a vector, Δ is in L1 norm.
 *
 * <p>C. L. Canonne, G. Kamath, T. Steinke. <i>The Discrete Gaussian for Differential Privacy</i>.
 * NeurIPS 2020, Algorithm 2. The scale's numerator is at most 2⁵³, and |k| at most 512 (scale + 1):
 * there the law is cut, which happens with probability below 10⁻²²².
 *
 * <p>Immutable. The time of a draw tells something of its size.
 */
public final class DiscreteLaplace {
  private final Fraction scale;
  private final Geometric geometric;

  public DiscreteLaplace(Fraction scale) {
    this.geometric = new Geometric(scale);
    this.scale = scale;
  }

  public Fraction scale() {
    return scale;
  }

  /** Returns 2q/(1 − q)². */
  public double variance() {
    double half = 0.5 / scale.toDouble();
    return 0.5 / (Math.sinh(half) * Math.sinh(half));
  }

  public long sample(NoiseSource source) {
    while (true) {
      boolean negative = source.nextBits(1) == 1;
      long magnitude = geometric.sample(source);
      // Zero has one sign, or it would be twice as likely.
      if (magnitude != 0 || !negative) {
        return negative ? -magnitude : magnitude;
      }
    }
  }
}
