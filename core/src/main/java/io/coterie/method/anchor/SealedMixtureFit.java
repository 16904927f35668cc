package io.coterie.method.anchor;

import io.coterie.features.FeatureLayout;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.math.internal.cluster.LevelSums;
import io.coterie.message.internal.WholeTotals;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Mixtures on their way, as every site has them: what is added up next, and what follows from the
 * totals.
 *
 * <p>Not thread-safe.
 */
final class SealedMixtureFit {
  /** The rise of the mean log-likelihood at which EM ends. */
  private static final double TOLERANCE = 1e-5;

  private final FeatureLayout layout;
  private final List<Mode> modes;
  private final List<LevelMixture> mixtures = new ArrayList<>();
  private final double[] likelihoods;
  private final double[] entropies;
  private final double[] smallest;
  private final boolean[] isDone;
  private LevelSums.All all;

  SealedMixtureFit(FeatureLayout layout, List<SealedMixtureQuestion.Candidate> candidates) {
    this.layout = layout;
    this.modes = candidates.stream().map(SealedMixtureQuestion.Candidate::mode).toList();
    candidates.forEach(candidate -> mixtures.add(candidate.start()));
    this.likelihoods = new double[modes.size()];
    Arrays.fill(likelihoods, Double.NEGATIVE_INFINITY);
    this.entropies = new double[modes.size()];
    this.smallest = new double[modes.size()];
    this.isDone = new boolean[modes.size()];
  }

  /** Returns how many numbers are added up at a step. */
  static int size(FeatureLayout layout, List<SealedMixtureQuestion.Candidate> candidates) {
    int size = LevelSums.All.size(layout.numbers(), layout.levelCount());
    for (SealedMixtureQuestion.Candidate candidate : candidates) {
      size += sums(layout, candidate.mode(), candidate.start().components()).size();
    }
    return size;
  }

  private static LevelSums sums(FeatureLayout layout, Mode mode, int components) {
    return new LevelSums(mode, components, layout.numbers(), layout.levels());
  }

  private LevelSums sums(int mixture) {
    return sums(layout, modes.get(mixture), mixtures.get(mixture).components());
  }

  /** Returns what adds up blocks for the next step. */
  Sums sums() {
    return new Sums(layout, List.copyOf(mixtures), modes, isDone.clone());
  }

  /**
   * What adds up blocks for a step; it goes to where the records are.
   *
   * @param isDone whose sums stay zero
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Sums(FeatureLayout layout, List<LevelMixture> mixtures, List<Mode> modes, boolean[] isDone)
      implements Serializable {
    private LevelSums of(int mixture) {
      return SealedMixtureFit.sums(layout, modes.get(mixture), mixtures.get(mixture).components());
    }

    WholeTotals totals(Matrix block) {
      int all = LevelSums.All.size(layout.numbers(), layout.levelCount());
      int size = all;
      List<LevelSums> sums = new ArrayList<>();
      List<double[]> constants = new ArrayList<>();
      for (int m = 0; m < modes.size(); m++) {
        sums.add(of(m));
        size += sums.get(m).size();
        constants.add(mixtures.get(m).constants());
      }
      long[] totals = new long[size];
      double[] numbers = new double[layout.numbers()];
      double[] shares = new double[layout.levelCount()];
      double[] white = new double[numbers.length];
      double[] posteriors = new double[mixtures.get(0).components()];
      for (int i = 0; i < block.rows(); i++) {
        layout.split(block.array(), i * block.columns(), numbers, shares);
        LevelSums.All.add(numbers, shares, totals);
        int at = all;
        for (int m = 0; m < modes.size(); m++) {
          if (!isDone[m]) {
            double likelihood =
                mixtures.get(m).expect(numbers, shares, constants.get(m), white, posteriors);
            sums.get(m).add(numbers, shares, posteriors, likelihood, totals, at);
          }
          at += sums.get(m).size();
        }
      }
      return new WholeTotals(LongVector.of(totals), LongVector.of());
    }
  }

  /** Takes the step that the totals show. */
  void move(long[] totals) {
    int at = LevelSums.All.size(layout.numbers(), layout.levelCount());
    all = LevelSums.All.of(totals, layout.numbers(), layout.levelCount());
    for (int m = 0; m < mixtures.size(); m++) {
      LevelSums sums = sums(m);
      if (!isDone[m]) {
        double likelihood = sums.logLikelihood(totals, at) / all.records();
        // The first posteriors are of another kind of mixture.
        boolean isOver = likelihood - likelihoods[m] < TOLERANCE;
        likelihoods[m] = likelihood;
        entropies[m] = sums.entropy(totals, at) / all.records();
        smallest[m] = sums.smallest(totals, at);
        if (isOver) {
          isDone[m] = true;
        } else {
          mixtures.set(m, sums.moved(totals, at, all, layout.numberRounding()));
        }
      }
      at += sums.size();
    }
  }

  LevelSums.All all() {
    return all;
  }

  LevelMixture mixture(int number) {
    return mixtures.get(number);
  }

  /** Returns the mean entropy of the posteriors, as a share of that of the weights. */
  double entropy(int number) {
    double most = 0;
    for (double weight : mixtures.get(number).weights()) {
      most -= weight * StrictMath.log(weight);
    }
    return entropies[number] / Math.max(most, 1e-9);
  }

  double bic(int number) {
    LevelMixture mixture = mixtures.get(number);
    long parameters =
        LevelMixture.parameterCount(
            modes.get(number), mixture.components(), layout.numbers(), layout.levels());
    return -2 * likelihoods[number] * all.records() + parameters * StrictMath.log(all.records());
  }

  /**
   * Returns the best mixture by BIC of those that are sure of themselves, or else of all; −1 where
   * all have a component of fewer than K records.
   */
  int best(int smallestGroup, double sure) {
    int best = -1;
    for (int m = 0; m < mixtures.size(); m++) {
      if (smallest[m] >= smallestGroup
          && (best < 0
              || (entropy(m) <= sure && entropy(best) > sure)
              || ((entropy(m) <= sure) == (entropy(best) <= sure) && bic(m) < bic(best)))) {
        best = m;
      }
    }
    return best;
  }
}
