package io.coterie.math.internal.eigen;

import io.coterie.math.Seed;

/**
 * What {@link BlockEigenSolver} looks for.
 *
 * @param end which end of the spectrum
 * @param count how many eigenpairs
 * @param tolerance the largest residual |A x − λ x| of a pair, as a share of the largest |λ| of A
 * @param maxIterations how often the block is filtered at most
 * @param seed where the random part of the start comes from
 */
public record EigenOptions(End end, int count, double tolerance, int maxIterations, Seed seed) {
  // A run that needs more is stuck; usual ones take two to ten.
  private static final int MAX_ITERATIONS = 100;

  public enum End {
    SMALLEST,
    LARGEST
  }

  public EigenOptions {
    if (count < 1) {
      throw new IllegalArgumentException("count is %d; it must be at least 1.".formatted(count));
    }
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "tolerance is %s; it must be between 0 and 1. Typical values are 1e-9 to 1e-4."
              .formatted(tolerance));
    }
    if (maxIterations < 1) {
      throw new IllegalArgumentException(
          "maxIterations is %d; it must be at least 1.".formatted(maxIterations));
    }
  }

  public static EigenOptions smallest(int count, double tolerance, Seed seed) {
    return new EigenOptions(End.SMALLEST, count, tolerance, MAX_ITERATIONS, seed);
  }

  public static EigenOptions largest(int count, double tolerance, Seed seed) {
    return new EigenOptions(End.LARGEST, count, tolerance, MAX_ITERATIONS, seed);
  }
}
