package io.coterie.privacy;

/**
 * What the owner of a data source allows all releases together to cost: ε at δ.
 *
 * @param epsilon positive and finite
 * @param delta positive, at most 0.01
 */
public record PrivacyBudget(double epsilon, double delta) {
  private static final double LARGEST_DELTA = 0.01;

  /** A plan that spends the limit exactly may miss it by rounding; by no more than this share. */
  private static final double ROUNDING = 1e-9;

  public PrivacyBudget {
    if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon is %s; it must be positive and finite. Typical values are 0.1 to 10."
              .formatted(epsilon));
    }
    if (!(delta > 0 && delta <= LARGEST_DELTA)) {
      throw new IllegalArgumentException(
          "delta is %s; it must be positive and at most %s. A typical value is 1e-6."
              .formatted(delta, LARGEST_DELTA));
    }
  }

  /** Returns whether so much may be spent in all. */
  public boolean allows(PrivacyLoss total) {
    return total.epsilon(delta) <= epsilon * (1 + ROUNDING);
  }

  /**
   * Returns an ε that may still be spent: by subtraction, so that somewhat more may fit where
   * losses add up as ρ.
   */
  public double remaining(PrivacyLoss spent) {
    return Math.max(0, epsilon - spent.epsilon(delta));
  }
}
