package io.coterie.math;

import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.MixtureSums;
import java.util.Objects;
import java.util.function.Function;

/**
 * A mixture fitted by EM, with the sums of its last round.
 *
 * @param mixture the mixture
 * @param sums the mixture's own sums over all rows: its likelihood and its entropy
 * @param rounds how often the sites were asked
 */
public record MixtureFit(GaussianMixture mixture, MixtureSums sums, int rounds) {
  private static final int MAX_ROUNDS = 60;
  // The rise of the mean log-likelihood per row at which EM ends.
  private static final double TOLERANCE = 1e-5;

  public MixtureFit {
    Objects.requireNonNull(mixture, "mixture is null");
    Objects.requireNonNull(sums, "sums is null");
  }

  /**
   * Runs EM until the mean log-likelihood hardly rises, for at most 60 rounds.
   *
   * @param start the sums over all rows from which the first mixture is made
   * @param round asks the sites for their {@link GaussianMixture#sums} and adds them up
   */
  public static MixtureFit run(
      MixtureSums start, GaussianMixture.Mode mode, Function<GaussianMixture, MixtureSums> round) {
    MixtureSums sums = start;
    double last = Double.NEGATIVE_INFINITY;
    for (int rounds = 1; ; rounds++) {
      GaussianMixture mixture = GaussianMixture.fit(sums, mode);
      sums = round.apply(mixture);
      double current = sums.meanLogLikelihood();
      if (rounds == MAX_ROUNDS || !(current - last >= TOLERANCE)) {
        return new MixtureFit(mixture, sums, rounds);
      }
      last = current;
    }
  }

  /** Returns the Bayesian information criterion; smaller is better. */
  public double bic() {
    return mixture.bic(sums);
  }
}
