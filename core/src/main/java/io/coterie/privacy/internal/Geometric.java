package io.coterie.privacy.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.privacy.NoiseSource;

/**
 * The geometric law P(k) = (1 − q) q^k, k ≥ 0, with q = exp(−1/scale), drawn exactly.
 *
 * <p>Canonne, Kamath, Steinke 2020, Algorithm 2 without its sign: for scale t/s, the number X = U +
 * tV is geometric with exp(−1/t), and its quotient by s with exp(−s/t).
 *
 * <p>Immutable.
 */
final class Geometric {
  /** The largest numerator of a scale. */
  static final long LARGEST = 1L << 53;

  /** V stops here, which it reaches with probability e^−512 &lt; 10^−222: X fits into a long. */
  private static final int MOST_WHOLE = 512;

  private final long t;
  private final long s;

  Geometric(Fraction scale) {
    requireNonNull(scale, "scale is null");
    if (scale.numerator() > LARGEST) {
      throw new IllegalArgumentException(
          "The noise scale is %d/%d; its numerator may be 2^53 at most. Round it up."
              .formatted(scale.numerator(), scale.denominator()));
    }
    this.t = scale.numerator();
    this.s = scale.denominator();
  }

  long sample(NoiseSource source) {
    long u = source.nextBelow(t);
    while (!BernoulliSampler.flipExp(u, t, source)) {
      u = source.nextBelow(t);
    }
    int v = 0;
    while (v < MOST_WHOLE && BernoulliSampler.flipExp(source)) {
      v++;
    }
    long x = u + t * v;
    return s == 1 ? x : x / s;
  }
}
