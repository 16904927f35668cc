package io.coterie.privacy.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.privacy.NoiseSource;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The discrete Gaussian law P(k) ∝ exp(−k²/(2σ²)) on the whole numbers, drawn exactly: no floating
 * point, so the low bits of a release tell nothing.
 *
 * <p>Added to every entry of a vector of whole numbers that one record moves by Δ at most in L2
 * norm, it makes the release ρ-zCDP with ρ = Δ²/(2σ²), as the continuous law does.
 *
 * <p>C. L. Canonne, G. Kamath, T. Steinke. <i>The Discrete Gaussian for Differential Privacy</i>.
 * NeurIPS 2020, Algorithm 3: a discrete Laplace draw Y of scale t is kept with probability exp(−γ),
 * γ = (|Y| − σ²/t)²/(2σ²). Any t > 0 gives the law. The paper takes t = ⌊σ⌋ + 1; we take t = σ
 * where σ is a fraction s/r, as then γ = (|Y| r − s)²/(2s²) has small numbers.
 *
 * <p>|k| is at most 512 (σ + 1), see {@link DiscreteLaplace}. Immutable. The time of a draw tells
 * something of its size.
 */
public final class DiscreteGaussian {
  private static final int SIGNIFICANT_BITS = 21;
  private static final int LARGEST_SHIFT = 20;

  /** With it |k| stays below 2⁵², and the sum of some thousand draws within a long. */
  public static final double LARGEST_VARIANCE = 0x1.0p84;

  private final DiscreteLaplace proposal;

  // γ = (a|Y| − b)² e/c, and the same as longs where each has at most 62 bits and e is 1.
  private final BigInteger a;
  private final BigInteger b;
  private final BigInteger c;
  private final BigInteger e;
  private final boolean isNarrow;
  private final long narrowA;
  private final long narrowB;
  private final long narrowC;

  /** Returns the law of variance parameter σ². */
  public DiscreteGaussian(Fraction variance) {
    this(variance, true);
  }

  /** With false, uses big integers throughout: the same law and the same draws, slowly. */
  DiscreteGaussian(Fraction variance, boolean longsAllowed) {
    this(
        BigInteger.valueOf(requireNonNull(variance, "variance is null").numerator()),
        BigInteger.valueOf(variance.denominator()),
        proposalScale(variance),
        longsAllowed);
  }

  /** Returns the law of σ² = n/d, proposed from a discrete Laplace law of scale t. */
  private DiscreteGaussian(BigInteger n, BigInteger d, Fraction t, boolean longsAllowed) {
    this.proposal = new DiscreteLaplace(t);

    // With t = t₁/t₂: γ = (|Y| d t₁ − n t₂)² / (2 n d t₁²).
    BigInteger above = BigInteger.valueOf(t.numerator());
    BigInteger factor = d.multiply(above);
    BigInteger center = n.multiply(BigInteger.valueOf(t.denominator()));
    BigInteger divisor = factor.gcd(center);
    BigInteger below = n.multiply(factor).multiply(above).shiftLeft(1);
    BigInteger common = divisor.pow(2).gcd(below);
    this.a = factor.divide(divisor);
    this.b = center.divide(divisor);
    this.c = below.divide(common);
    this.e = divisor.pow(2).divide(common);

    this.isNarrow =
        longsAllowed && e.equals(BigInteger.ONE) && isNarrow(a) && isNarrow(b) && isNarrow(c);
    this.narrowA = isNarrow ? a.longValueExact() : 0;
    this.narrowB = isNarrow ? b.longValueExact() : 0;
    this.narrowC = isNarrow ? c.longValueExact() : 0;
  }

  /**
   * Returns the law of the least variance that is no less than the given one and whose root is a
   * fraction of 21 bits, or a whole number above 2²⁰. σ grows by less than 1 part in a million
   * where it is 1 or more.
   */
  public static DiscreteGaussian atLeast(double variance) {
    if (!(variance > 0) || variance > LARGEST_VARIANCE) {
      throw new IllegalArgumentException(
          "The variance is %s; it must be positive and at most 2^84.".formatted(variance));
    }
    double sigma = Math.sqrt(variance);
    int shift = SIGNIFICANT_BITS - 1 - Math.getExponent(sigma);
    int bounded = Math.max(0, Math.min(LARGEST_SHIFT, shift));
    BigDecimal exact = new BigDecimal(variance).multiply(new BigDecimal(1L << (2 * bounded)));
    // The root is rounded, so the ceiling is tried from just below.
    long s = Math.max(1, (long) Math.ceil(Math.scalb(sigma, bounded)) - 1);
    while (BigDecimal.valueOf(s).pow(2).compareTo(exact) < 0) {
      s++;
    }
    Fraction root = new Fraction(s, 1L << bounded);
    return new DiscreteGaussian(
        BigInteger.valueOf(root.numerator()).pow(2),
        BigInteger.valueOf(root.denominator()).pow(2),
        root,
        true);
  }

  private static Fraction proposalScale(Fraction variance) {
    long s = floorRoot(variance.numerator());
    long r = floorRoot(variance.denominator());
    if (s * s == variance.numerator() && r * r == variance.denominator()) {
      return new Fraction(s, r);
    }
    return Fraction.of(floorRoot(variance.numerator() / variance.denominator()) + 1);
  }

  private static long floorRoot(long value) {
    return BigInteger.valueOf(value).sqrt().longValueExact();
  }

  private static boolean isNarrow(BigInteger value) {
    return value.bitLength() <= BernoulliSampler.LONG_BITS;
  }

  /** Returns σ where it is a fraction, else the next larger whole number. */
  public Fraction deviation() {
    return proposal.scale();
  }

  public long sample(NoiseSource source) {
    while (true) {
      long y = proposal.sample(source);
      if (isKept(Math.abs(y), source)) {
        return y;
      }
    }
  }

  boolean isKept(long magnitude, NoiseSource source) {
    if (isNarrow && Math.multiplyHigh(magnitude, narrowA) == 0) {
      long product = magnitude * narrowA;
      // A product of 64 bits is negative here, and its distance from b is then too large or wraps.
      long distance = product >= 0 ? Math.abs(product - narrowB) : Long.MAX_VALUE;
      if (distance < 1L << (BernoulliSampler.LONG_BITS / 2)) {
        return BernoulliSampler.flipExp(distance * distance, narrowC, source);
      }
    }
    BigInteger distance = BigInteger.valueOf(magnitude).multiply(a).subtract(b);
    return BernoulliSampler.flipExp(distance.pow(2).multiply(e), c, source);
  }
}
