package io.coterie.privacy.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;

/**
 * The noise of Lloyd's iteration on records in [−1, 1]^d: what each of T rounds may spend and how
 * much noise that takes.
 *
 * <p><b>What is released</b> in round t, for public centers μ: of every center the number of
 * records nearest to it, and the sum of their residuals x − μ. Records farther than the radius η_t
 * from every center are left out.
 *
 * <p><b>Neighbors</b> differ by one record, added or removed. It is in one cluster at most, so the
 * counts change by Δ₁ = 1. Its residual has ‖x − μ‖₂ ≤ η_t, so the sums change by Δ₁ ≤ √d η_t.
 * Neither depends on the centers, however they were chosen.
 *
 * <p><b>Budget</b>: a round spends ε/T = ε₀ + d ε_i, the counts ε₀ and the sums d ε_i, at ε₀ : ε_i
 * = (4dρ²)^⅓ : 1 with ρ = 0.225 (Su and others). Laplace noise has scale 1/ε₀ on counts and √d η_t
 * / (d ε_i) on sums; T rounds compose to ε. A site that adds this noise itself is ε-differentially
 * private if the box is public and the noise secure; where the box comes from the records, ε is
 * nominal.
 *
 * <p>D. Su, J. Cao, N. Li, E. Bertino, H. Jin. <i>Differentially Private k-Means Clustering</i>.
 * CODASPY 2016. A. Diaa, T. Humphries, F. Kerschbaum. <i>FastLloyd</i>. 2025: radius and residuals.
 * Su and others bound each dimension by itself; one bound on the whole residual needs less noise.
 *
 * @param epsilon ε, for all rounds together
 * @param rounds T
 * @param dimension d
 * @param clusterCount C, on which the radius depends
 */
public record NoisyLloyd(double epsilon, int rounds, int dimension, int clusterCount) {
  private static final double RHO = 0.225;
  private static final double RADIUS_FACTOR = 0.8;
  private static final int FEWEST_ROUNDS = 2;
  public static final int MOST_ROUNDS = 7;

  public NoisyLloyd {
    if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon is %s; it must be positive and finite.".formatted(epsilon));
    }
    if (rounds < 1 || dimension < 1 || clusterCount < 1) {
      throw new IllegalArgumentException(
          "%d rounds, %d dimensions and %d clusters; each must be at least 1."
              .formatted(rounds, dimension, clusterCount));
    }
  }

  /**
   * What the number of rounds depends on.
   *
   * @param records N, over all sites
   * @param sites M, each of which adds noise of its own
   * @param dimension d
   * @param clusterCount C
   */
  public record Study(double records, int sites, int dimension, int clusterCount) {}

  /**
   * Returns the noise for as many rounds as the budget is good for: T = ε/ε_m, from 2 to 7, with
   * ε_m = √(500 C³ M/N² (d + (4dρ²)^⅓)³). The factor M is ours: M sites add M times the variance.
   */
  public static NoisyLloyd of(double epsilon, Study study) {
    double parts = study.dimension + countWeight(study.dimension);
    double least =
        Math.sqrt(500 * Math.pow(study.clusterCount, 3) * study.sites * Math.pow(parts, 3))
            / study.records;
    double rounds = Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(epsilon / least)));
    return new NoisyLloyd(epsilon, (int) rounds, study.dimension, study.clusterCount);
  }

  /** Returns (4dρ²)^⅓, what the counts get where each dimension gets 1. */
  private static double countWeight(int dimension) {
    return Math.cbrt(4 * dimension * RHO * RHO);
  }

  /** Returns ε₀, what the counts of a round spend. */
  public double countEpsilon() {
    return countWeight(dimension) * coordinateEpsilon();
  }

  /** Returns ε_i, what each of the d dimensions of a round's sums spends. */
  public double coordinateEpsilon() {
    return epsilon / rounds / (dimension + countWeight(dimension));
  }

  /** Returns η_t, the farthest that a record may be from its center in round t (0 is the first). */
  public double radius(int round) {
    double half = Math.sqrt(dimension); // of the diagonal of the box
    return round == 0 ? half : RADIUS_FACTOR * half / Math.pow(clusterCount, 1.0 / dimension);
  }

  public double countScale() {
    return 1 / countEpsilon();
  }

  /** Returns the scale of the noise on each entry of the residual sums of round t. */
  public double sumScale(int round) {
    return Math.sqrt(dimension) * radius(round) / (dimension * coordinateEpsilon());
  }

  /** Returns the counts with noise; spends ε₀. */
  public Vector releaseCounts(double[] counts, LaplaceMechanism laplace) {
    double[] noisy = new double[counts.length];
    for (int c = 0; c < noisy.length; c++) {
      noisy[c] = laplace.release(counts[c], countScale());
    }
    return Vector.of(noisy);
  }

  /** Returns the residual sums of round t with noise; spends d ε_i. */
  public Matrix releaseSums(int round, Matrix sums, LaplaceMechanism laplace) {
    Matrix noisy = sums.copy();
    for (int k = 0; k < noisy.array().length; k++) {
      noisy.array()[k] = laplace.release(noisy.array()[k], sumScale(round));
    }
    return noisy;
  }
}
