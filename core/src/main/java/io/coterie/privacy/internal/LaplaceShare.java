package io.coterie.privacy.internal;

import io.coterie.privacy.NoiseSource;

/**
 * One site's share of discrete Laplace noise: the shares of m sites add up to exactly one draw of
 * {@link DiscreteLaplace}, so that a sum over sites carries the noise of one.
 *
 * <p>A share is X − Y, both of the negative binomial (Pólya) law with parameter 1/m,
 *
 * <pre>P(k) ∝ q^k Π_{i=1..k} ((i − 1)m + 1)/(im),    q = exp(−1/scale),</pre>
 *
 * and m such X add up to a geometric number. It is drawn exactly: a geometric k is kept with
 * probability Π, one coin per factor. m counts the honest sites: a share of one that tells it is no
 * noise.
 *
 * <p>S. Goryczka, L. Xiong. <i>A Comprehensive Comparison of Multiparty Secure Additions with
 * Differential Privacy</i>. TDSC 2017, on such shares. A draw takes time of the order of the scale:
 * this is noise for counts. Immutable.
 */
public final class LaplaceShare {
  /** Noise of this scale and more is not drawn in shares. */
  public static final int LARGEST_SCALE = 1 << 20;

  /** With it and the largest scale, a factor fits into a long. */
  private static final int MOST_SITES = 1 << 20;

  private final int sites;
  private final Geometric geometric;

  /**
   * Returns the share of one of the given number of honest sites.
   *
   * @param scale of the noise on the sum
   */
  public LaplaceShare(Fraction scale, int sites) {
    this.geometric = new Geometric(scale);
    this.sites = sites;
    if (sites < 1 || sites > MOST_SITES) {
      throw new IllegalArgumentException(
          "%d sites share the noise; it must be 1 to %d.".formatted(sites, MOST_SITES));
    }
    if (scale.numerator() / scale.denominator() >= LARGEST_SCALE) {
      throw new IllegalArgumentException(
          "The noise scale is %s; shares are drawn up to %d. Use Gaussian noise."
              .formatted(scale.toDouble(), LARGEST_SCALE));
    }
  }

  public long sample(NoiseSource source) {
    long x = half(source);
    long y = half(source);
    return x - y;
  }

  private long half(NoiseSource source) {
    while (true) {
      long k = geometric.sample(source);
      if (isKept(k, source)) {
        return k;
      }
    }
  }

  private boolean isKept(long k, NoiseSource source) {
    if (sites == 1) {
      return true;
    }
    for (long i = 1; i <= k; i++) {
      if (!BernoulliSampler.flip((i - 1) * sites + 1, i * sites, source)) {
        return false;
      }
    }
    return true;
  }
}
