package io.coterie.method.anchor;

import io.coterie.features.FeatureLayout;
import io.coterie.math.LongVector;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.anchor.SealedMixtureQuestion.Candidate;
import io.coterie.site.Records;
import java.util.List;

/**
 * A site's part in mixtures that are fitted under seal.
 *
 * <p>Not thread-safe.
 */
final class SealedMixtureSite {
  /** The largest entropy of the posteriors, as a share of that of the weights, that is sure. */
  static final double SURE = 0.08;

  /** The entropy of a mixture leaves in these units. */
  static final double ENTROPY_UNIT = 1 << 10;

  private final FeatureLayout layout;
  private final int smallestGroup;
  private final Records points;
  private final Parallel parallel;
  private final SealedMixtureFit fit;
  private final int components;
  private int chosen = -1;
  private int steps;

  SealedMixtureSite(
      FeatureLayout layout,
      int smallestGroup,
      Records points,
      Parallel parallel,
      List<Candidate> candidates) {
    this.layout = layout;
    this.smallestGroup = smallestGroup;
    this.points = points;
    this.parallel = parallel;
    this.fit = new SealedMixtureFit(layout, candidates);
    this.components = candidates.get(0).start().components();
  }

  boolean mayStep() {
    return steps < SealedMixtureQuestion.MOST_STEPS;
  }

  /** Returns the sums of the next step. */
  WholeTotals totals() {
    steps++;
    SealedMixtureFit.Sums sums = fit.sums();
    return points.sum((block, inside) -> sums.totals(block), parallel);
  }

  void move(long[] totals) {
    fit.move(totals);
  }

  /** Chooses a mixture and returns its sums with values cut off. */
  WholeTotals last() {
    chosen = fit.best(smallestGroup, SURE);
    if (chosen < 0) {
      int size = SealedMixtureRelease.mostSums(components, layout);
      return new WholeTotals(LongVector.of(new long[size]), LongVector.of());
    }
    SealedMixtureRelease release = new SealedMixtureRelease(fit.mixture(chosen), layout);
    return points.sum((block, inside) -> release.totals(block), parallel);
  }

  static int size(int components, FeatureLayout layout) {
    return 3 + SealedMixtureRelease.mostNumbers(components, layout);
  }

  /**
   * Returns the number of the chosen mixture, from 1, and 0 where none is; its entropy and mode;
   * and the mixture.
   */
  long[] answer(long[] totals) {
    long[] answer = new long[size(components, layout)];
    if (chosen >= 0) {
      LevelMixture released =
          new SealedMixtureRelease(fit.mixture(chosen), layout)
              .released(totals, fit.all(), smallestGroup);
      answer[0] = chosen + 1L;
      answer[1] = Math.round(ENTROPY_UNIT * fit.entropy(chosen));
      answer[2] = released.mode().code();
      SealedMixtureRelease.write(released, answer, 3);
    }
    return answer;
  }
}
