package io.coterie.audit;

/**
 * A measured number.
 *
 * @param value what was measured
 * @param error its standard error
 */
public record Estimate(double value, double error) {
  /** So many standard errors are beyond chance: once in 740 tests. */
  private static final double BEYOND_CHANCE = 3;

  public double surely() {
    return value - BEYOND_CHANCE * error;
  }
}
