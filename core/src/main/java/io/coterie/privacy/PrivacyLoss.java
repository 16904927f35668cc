package io.coterie.privacy;

import io.coterie.privacy.internal.ZeroConcentrated;
import java.io.Serializable;

/**
 * What releases cost a record: ρ (zCDP) for those with Gaussian noise, pure ε for those with
 * Laplace noise. Both add up over releases, however each was chosen in the light of those before.
 *
 * @param rho 0 or more
 * @param pureEpsilon 0 or more
 */
public record PrivacyLoss(double rho, double pureEpsilon) implements Serializable {
  private static final PrivacyLoss NONE = new PrivacyLoss(0, 0);

  public PrivacyLoss {
    requireLoss("rho", rho);
    requireLoss("pureEpsilon", pureEpsilon);
  }

  private static void requireLoss(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "%s is %s; it must be finite and 0 or more.".formatted(name, value));
    }
  }

  public static PrivacyLoss none() {
    return NONE;
  }

  public PrivacyLoss plus(PrivacyLoss other) {
    return new PrivacyLoss(rho + other.rho, pureEpsilon + other.pureEpsilon);
  }

  /**
   * Returns the cost to a person with the given number of records, m: ρm² and εm (group privacy).
   * Not the cost of m releases.
   */
  public PrivacyLoss times(int records) {
    if (records < 1) {
      throw new IllegalArgumentException(
          "A person has %d records; it must be 1 or more.".formatted(records));
    }
    return new PrivacyLoss(rho * records * records, pureEpsilon * records);
  }

  /**
   * Returns ε at δ for everything together. Pure ε adds to the ε of ρ, or counts as ρ = ε²/2;
   * whichever is less. Pure ε alone needs no δ, and δ may then be 0.
   */
  public double epsilon(double delta) {
    if (rho == 0 && delta == 0) {
      return pureEpsilon;
    }
    double added = ZeroConcentrated.epsilon(rho, delta) + pureEpsilon;
    double converted =
        ZeroConcentrated.epsilon(rho + ZeroConcentrated.rhoOfPure(pureEpsilon), delta);
    return Math.min(added, converted);
  }
}
