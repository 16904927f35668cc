package io.coterie.privacy.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.privacy.NoiseSource;

/**
 * Adds Laplace noise of scale b = Δ₁ / ε to a number, which makes a release ε-differentially
 * private when one record moves it by at most Δ₁ in L1 norm.
 *
 * <p>Value and noise are rounded to a grid of 2⁻⁴⁰ b or finer (a power of two), so that the low
 * bits of a noisy value do not tell the exact one.
 *
 * <p>C. Dwork, F. McSherry, K. Nissim, A. Smith. <i>Calibrating Noise to Sensitivity in Private
 * Data Analysis</i>. TCC 2006. I. Mironov. <i>On Significance of the Least Significant Bits for
 * Differential Privacy</i>. CCS 2012.
 */
public final class LaplaceMechanism {
  private final NoiseSource source;

  public LaplaceMechanism(NoiseSource source) {
    this.source = requireNonNull(source, "source is null");
  }

  /** Returns the value with noise of the given scale b. */
  public double release(double exact, double scale) {
    if (!(scale > 0) || scale == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "The noise scale is %s; it must be positive and finite.".formatted(scale));
    }
    double grid = Math.scalb(1.0, Math.getExponent(scale) - 40);
    long bits = source.nextBits();
    double magnitude = -scale * Math.log(source.nextOpenUnit());
    double noise = (bits & 1) == 0 ? magnitude : -magnitude;
    return Math.rint(exact / grid) * grid + Math.rint(noise / grid) * grid;
  }
}
