package io.coterie.privacy;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * How a block of whole-number sums is made noisy, and what that costs.
 *
 * <ul>
 *   <li>Gaussian: one record moves the block by at most Δ in L2 norm; discrete Gaussian noise of
 *       variance σ² ≥ Δ²/(2ρ) makes the release ρ-zCDP.
 *   <li>Laplace: one record moves it by at most Δ in L1 norm; discrete Laplace noise of scale Δ/ε
 *       makes it ε-differentially private.
 * </ul>
 *
 * @param law of the noise
 * @param sensitivity Δ, as a whole number
 * @param loss what a release costs: ρ or ε
 */
public record Mechanism(Law law, long sensitivity, PrivacyLoss loss) implements Serializable {
  /** The law of the noise. */
  public enum Law {
    GAUSSIAN,
    LAPLACE
  }

  public Mechanism {
    requireNonNull(law, "law is null");
    requireNonNull(loss, "loss is null");
    double spent = law == Law.GAUSSIAN ? loss.rho() : loss.pureEpsilon();
    if (sensitivity < 1 || !(spent > 0)) {
      throw new IllegalArgumentException(
          "A sensitivity of %d and a loss of %s; both must be positive."
              .formatted(sensitivity, spent));
    }
  }

  /**
   * Returns the mechanism that spends a loss on a block: Laplace noise where it is a pure ε, for a
   * block that moves by Δ in L1 norm, else Gaussian noise for one that moves by Δ in L2 norm.
   */
  public static Mechanism of(long sensitivity, PrivacyLoss loss) {
    return new Mechanism(loss.pureEpsilon() > 0 ? Law.LAPLACE : Law.GAUSSIAN, sensitivity, loss);
  }

  /** Returns the ρ that Gaussian noise of a variance spends on a sensitivity. */
  public static double rho(long sensitivity, double variance) {
    return (double) sensitivity * sensitivity / (2 * variance);
  }

  /** Returns σ² of the Gaussian law. */
  public double variance() {
    return (double) sensitivity * sensitivity / (2 * loss.rho());
  }

  /** Returns the scale Δ/ε of the Laplace law. */
  public double scale() {
    return sensitivity / loss.pureEpsilon();
  }

  public double deviation() {
    if (law == Law.GAUSSIAN) {
      return Math.sqrt(variance());
    }
    double q = Math.exp(-1 / scale());
    return Math.sqrt(2 * q) / (1 - q);
  }
}
