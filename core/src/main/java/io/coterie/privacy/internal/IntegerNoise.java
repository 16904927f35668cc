package io.coterie.privacy.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.math.LongVector;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;

/**
 * Adds a site's noise to exact whole-number sums.
 *
 * <p>Where sums are masked, m honest sites each add a share, so that their shares together are the
 * mechanism's noise: discrete Gaussian shares of variance σ²/m, and for Laplace the differences of
 * two negative binomials of shape 1/m, whose sum over m sites has exactly the discrete Laplace law.
 *
 * <p>P. Kairouz, Z. Liu, T. Steinke. <i>The Distributed Discrete Gaussian Mechanism for Federated
 * Learning with Secure Aggregation</i>. ICML 2021: a sum of discrete Gaussians of variance σ²/m is
 * as good as one of variance σ² up to 10 Σ_{k<m} exp(−2π² σ²/m · k/(k+1)), below 10⁻⁹ for the units
 * that are used here.
 *
 * <p>Not thread-safe.
 */
public final class IntegerNoise {
  private final NoiseSource source;
  private final int shares;

  /**
   * Makes noise in shares.
   *
   * @param source of randomness
   * @param shares m, 1 for all of it
   */
  public IntegerNoise(NoiseSource source, int shares) {
    this.source = requireNonNull(source, "source is null");
    this.shares = shares;
    if (shares < 1) {
      throw new IllegalArgumentException("shares is %d; it must be at least 1.".formatted(shares));
    }
  }

  public int shares() {
    return shares;
  }

  public LongVector release(NoisyBlock block) {
    long[] values = block.exact().toArray();
    Mechanism mechanism = block.mechanism();
    if (mechanism.law() == Mechanism.Law.GAUSSIAN) {
      double variance = mechanism.variance() / shares;
      addGaussian(values, 0, block.pairedFrom(), variance);
      addGaussian(values, block.pairedFrom(), values.length, variance / 2);
    } else {
      Fraction scale = Fraction.atLeast(mechanism.scale());
      DiscreteLaplace whole = new DiscreteLaplace(scale);
      LaplaceShare share = new LaplaceShare(scale, shares);
      for (int i = 0; i < values.length; i++) {
        values[i] += shares == 1 ? whole.sample(source) : share.sample(source);
      }
    }
    return LongVector.of(values);
  }

  private void addGaussian(long[] values, int from, int to, double variance) {
    if (from < to) {
      DiscreteGaussian noise = DiscreteGaussian.atLeast(variance);
      for (int i = from; i < to; i++) {
        values[i] += noise.sample(source);
      }
    }
  }
}
