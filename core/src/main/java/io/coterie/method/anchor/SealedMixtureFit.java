package io.coterie.method.anchor;

import io.coterie.features.FeatureLayout;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.math.internal.cluster.LevelSums;
import io.coterie.math.internal.cluster.LevelTotals;
import io.coterie.math.internal.cluster.MixtureRecord;
import io.coterie.message.internal.WholeTotals;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Mixtures on their way, as every site has them: what is added up next, what follows from the
 * totals, and which of them are worth further steps.
 *
 * <p>Not thread-safe.
 */
final class SealedMixtureFit {
  /** The rise of the mean log-likelihood at which EM ends. */
  private static final double TOLERANCE = 1e-5;

  private static final double LEAST_ENTROPY = 1e-9;

  private final FeatureLayout layout;
  private final int smallestGroup;
  private List<Candidate> candidates;
  private LevelTotals all;

  /**
   * One mixture that is fitted.
   *
   * @param mixture the next posteriors come from
   * @param before the one that the numbers here are of
   * @param mode of the covariances that follow from them
   * @param likelihood mean log-likelihood of a record, of the last step
   * @param entropy of the posteriors of a record
   * @param smallest records of the smallest component
   */
  record Candidate(
      LevelMixture mixture,
      LevelMixture before,
      Mode mode,
      double likelihood,
      double entropy,
      double smallest,
      boolean isDone)
      implements Serializable {
    static Candidate of(LevelMixture mixture, Mode mode) {
      return new Candidate(mixture, mixture, mode, Double.NEGATIVE_INFINITY, 0, 0, false);
    }

    /** The mode of the mixture that is left, which may be that of its start. */
    Mode lastMode() {
      return isDone ? mixture.mode() : mode;
    }

    private Candidate as(Mode other) {
      return new Candidate(mixture, before, other, likelihood, entropy, smallest, isDone);
    }

    /** Returns the mean entropy of the posteriors, as a share of that of the weights. */
    double unsure() {
      double most = 0;
      for (double weight : mixture.weights()) {
        most -= weight * StrictMath.log(weight);
      }
      return entropy / Math.max(most, LEAST_ENTROPY);
    }
  }

  SealedMixtureFit(FeatureLayout layout, int smallestGroup, List<Candidate> candidates) {
    this.layout = layout;
    this.smallestGroup = smallestGroup;
    this.candidates = List.copyOf(candidates);
  }

  /** Returns how many numbers are added up at a step. */
  static int size(FeatureLayout layout, List<Mode> modes, int components, boolean isFirst) {
    int size = isFirst ? LevelTotals.size(layout.numbers(), layout.levelCount()) : 0;
    for (Mode mode : modes) {
      size += sums(layout, mode, components).size();
    }
    return size;
  }

  private static LevelSums sums(FeatureLayout layout, Mode mode, int components) {
    return new LevelSums(mode, components, layout.numbers(), layout.levels(), layout.hasGaps());
  }

  /** Returns what adds up blocks for the next step. */
  Sums sums() {
    return new Sums(layout, candidates, all == null);
  }

  /** What adds up blocks for a step; it goes to where the records are. */
  record Sums(FeatureLayout layout, List<Candidate> candidates, boolean isFirst)
      implements Serializable {
    WholeTotals totals(Matrix block) {
      int components = candidates.get(0).mixture().components();
      List<Mode> modes = candidates.stream().map(Candidate::mode).toList();
      long[] totals = new long[size(layout, modes, components, isFirst)];
      double[] numbers = new double[layout.numbers()];
      double[] shares = new double[layout.levelCount()];
      double[] weighed = new double[shares.length];
      List<MixtureRecord> records =
          candidates.stream().map(candidate -> new MixtureRecord(candidate.mixture())).toList();
      List<LevelSums> sums = modes.stream().map(mode -> sums(layout, mode, components)).toList();
      int first = size(layout, List.of(), components, isFirst);
      for (int i = 0; i < block.rows(); i++) {
        layout.split(block.array(), i * block.columns(), numbers, shares);
        layout.weigh(shares, weighed);
        if (isFirst) {
          LevelTotals.add(1, numbers, shares, totals);
        }
        for (int m = 0, at = first; m < modes.size(); at += sums.get(m).size(), m++) {
          if (!candidates.get(m).isDone()) {
            double likelihood = records.get(m).expect(numbers, weighed);
            sums.get(m).add(records.get(m), likelihood, shares, totals, at);
          }
        }
      }
      return new WholeTotals(LongVector.of(totals), LongVector.of());
    }
  }

  /** Takes the step that the totals show. */
  void move(long[] totals) {
    int at = 0;
    if (all == null) {
      all = LevelTotals.of(totals, layout.numbers(), layout.levels());
      at = LevelTotals.size(layout.numbers(), layout.levelCount());
    }
    List<Candidate> moved = new ArrayList<>();
    for (Candidate candidate : candidates) {
      LevelSums sums = sums(layout, candidate.mode(), candidate.mixture().components());
      moved.add(candidate.isDone() ? candidate : moved(candidate, sums, totals, at));
      at += sums.size();
    }
    candidates = List.copyOf(moved);
  }

  private Candidate moved(Candidate candidate, LevelSums sums, long[] totals, int at) {
    double likelihood = sums.logLikelihood(totals, at) / all.records();
    double smallest = sums.smallest(totals, at);
    if (smallest < smallestGroup && candidate.smallest() >= smallestGroup) {
      // One step less, and every component has enough records.
      return new Candidate(
          candidate.before(),
          candidate.before(),
          candidate.mode(),
          candidate.likelihood(),
          candidate.entropy(),
          candidate.smallest(),
          true);
    }
    boolean isDone = likelihood - candidate.likelihood() < TOLERANCE;
    return new Candidate(
        isDone ? candidate.mixture() : sums.moved(totals, at, all, layout.numberRounding()),
        candidate.mixture(),
        candidate.mode(),
        likelihood,
        sums.entropy(totals, at) / all.records(),
        smallest,
        isDone);
  }

  LevelTotals all() {
    return all;
  }

  Candidate candidate(int number) {
    return candidates.get(number);
  }

  List<Mode> modes() {
    return candidates.stream().map(Candidate::mode).toList();
  }

  boolean isDone() {
    return candidates.stream().allMatch(Candidate::isDone);
  }

  private double bic(int number) {
    Candidate candidate = candidates.get(number);
    long parameters =
        LevelMixture.parameterCount(
            candidate.lastMode(),
            candidate.mixture().components(),
            layout.numbers(),
            layout.levels());
    return -2 * candidate.likelihood() * all.records() + parameters * StrictMath.log(all.records());
  }

  /** Returns the best so many by BIC of those that pass a test, the best first. */
  List<Integer> best(int most, Predicate<Candidate> test) {
    return IntStream.range(0, candidates.size())
        .filter(m -> test.test(candidates.get(m)))
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(this::bic).thenComparingInt(m -> m))
        .limit(most)
        .toList();
  }

  /** Keeps some candidates, each with the mode that its next step has. */
  void keep(List<MixtureChoice> choices) {
    List<Candidate> kept = new ArrayList<>();
    for (MixtureChoice choice : choices) {
      Candidate own = candidates.get(choice.candidate());
      kept.add(
          own.lastMode() == choice.mode()
              ? own.as(choice.mode())
              : Candidate.of(own.mixture(), choice.mode()));
    }
    candidates = List.copyOf(kept);
  }
}
