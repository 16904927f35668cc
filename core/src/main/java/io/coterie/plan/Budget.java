package io.coterie.plan;

import io.coterie.CoterieException;

/**
 * How much a study may tell about one person: (ε, δ)-differential privacy for everything that a
 * site sends.
 *
 * @param epsilon ε, the largest privacy loss
 * @param delta δ, the chance of a larger one
 */
public record Budget(double epsilon, double delta) {
  public static final double DEFAULT_DELTA = 1e-6;

  /** Beyond this a promise means nothing. */
  public static final double LARGEST_EPSILON = 100;

  public Budget {
    if (!(epsilon > 0 && epsilon <= LARGEST_EPSILON)) {
      throw CoterieException.usage(
          "--epsilon is %s; it must be above 0 and at most %s."
              .formatted(epsilon, LARGEST_EPSILON));
    }
    if (!(delta > 0 && delta < 1)) {
      throw CoterieException.usage(
          "--delta is %s; it must be between 0 and 1, and far below one over the number of records."
              .formatted(delta));
    }
  }
}
