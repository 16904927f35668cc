package io.coterie.audit.internal.membership;

/**
 * A lower bound on ε from one run: m canaries were each put in by a fair coin, the attacker says of
 * r of them whether they are in, and is right v times.
 *
 * <p>T. Steinke, M. Nasr, M. Jagielski. <i>Privacy Auditing with One (1) Training Run</i>. NeurIPS
 * 2023, Theorem 3.1: under (ε, δ)-differential privacy
 *
 * <pre>
 * P[v or more right] ≤ P[B ≥ v] + 2 m δ max_{1≤i≤v} P[v − i ≤ B &lt; v]/i,   B ~ Bin(r, e^ε/(1+e^ε))
 * </pre>
 *
 * and an ε for which that is below 1 − confidence is refuted.
 *
 * @param canaries m
 * @param guesses r
 * @param right v
 */
public record OneRun(int canaries, int guesses, int right) {
  private static final double LARGEST = 100;
  private static final int HALVINGS = 100;

  public OneRun {
    if (canaries < 1 || guesses < 1 || guesses > canaries || right < 0 || right > guesses) {
      throw new IllegalArgumentException(
          "%d right of %d guesses about %d canaries is impossible."
              .formatted(right, guesses, canaries));
    }
  }

  /** An ε that the mechanism exceeds, at the given confidence; 0 where nothing is shown. */
  public double epsilonLowerBound(double delta, double confidence) {
    double alpha = 1 - confidence;
    if (chance(0, delta) >= alpha) {
      return 0;
    }
    double low = 0;
    double high = LARGEST;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = 0.5 * (low + high);
      if (chance(middle, delta) < alpha) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * At most so likely are this many right guesses under (ε, δ)-differential privacy (Theorem 3.1).
   */
  private double chance(double epsilon, double delta) {
    double q = 1 / (1 + Math.exp(-epsilon));
    double slope = 0;
    double below = 0;
    for (int i = 1; delta > 0 && i <= right; i++) {
      below += BinomialTail.exactly(right - i, guesses, q);
      slope = Math.max(slope, below / i);
    }
    return BinomialTail.atLeast(right, guesses, q) + 2 * canaries * delta * slope;
  }
}
