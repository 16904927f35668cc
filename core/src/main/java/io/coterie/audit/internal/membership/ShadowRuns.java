package io.coterie.audit.internal.membership;

import io.coterie.audit.Estimate;
import io.coterie.math.Parallel;
import io.coterie.math.internal.Doubles;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The scores of many transcripts from two neighboring worlds: the exact log-likelihood ratio under
 * the stated laws, by which no test is better if those are right.
 *
 * <p>M. Jagielski, J. Ullman, A. Oprea. <i>Auditing Differentially Private Machine Learning</i>.
 * NeurIPS 2020. The exact sums are computed once for each world, as they do not change from run to
 * run; the noise is drawn anew through the gate.
 *
 * @param without scores where the record is missing
 * @param with scores where it is there
 */
@SuppressWarnings("ArrayRecordComponent") // stays inside the audit
record ShadowRuns(double[] without, double[] with) {
  /** Work is divided into so many parts, whatever the number of threads. */
  private static final int PARTS = 32;

  /** Draws so many transcripts of each world; each part of the work has its own border. */
  static ShadowRuns of(
      WorldPair pair, int runs, IntFunction<ReleaseChannel> borders, Parallel parallel) {
    double[] without = new double[runs];
    double[] with = new double[runs];
    parallel.forEach(
        PARTS,
        part -> {
          ReleaseChannel border = borders.apply(part);
          for (int i = part; i < runs; i += PARTS) {
            without[i] = pair.draw(false, border);
            with[i] = pair.draw(true, border);
          }
        });
    return new ShadowRuns(without, with);
  }

  /**
   * Returns an ε that the mechanism exceeds: with a threshold chosen on the first half of the runs,
   * ln((TPR − δ)/FPR) on the second, at the limits of both rates; the better of both tails.
   *
   * @param delta δ
   * @param alpha the chance that the bound is wrong
   */
  double epsilonLowerBound(double delta, double alpha) {
    double each = alpha / 4; // two tails, two rates
    double upper = tail(with, without, delta, each);
    double lower = tail(negated(without), negated(with), delta, each);
    return Math.max(0, Math.max(upper, lower));
  }

  private static double[] negated(double[] values) {
    return Arrays.stream(values).map(value -> -value).toArray();
  }

  private static double tail(double[] hits, double[] misses, double delta, double alpha) {
    int half = hits.length / 2;
    double[] candidates = Arrays.copyOf(hits, half);
    Arrays.sort(candidates);
    double best = Double.NEGATIVE_INFINITY;
    double threshold = 0;
    for (int q = 0; q < 200; q++) {
      double candidate = candidates[(int) ((long) q * half / 200)];
      double found =
          bound(above(hits, 0, half, candidate), above(misses, 0, half, candidate), delta, alpha);
      if (found > best) {
        best = found;
        threshold = candidate;
      }
    }
    return bound(
        above(hits, half, hits.length, threshold),
        above(misses, half, hits.length, threshold),
        delta,
        alpha);
  }

  private static double bound(Proportion hits, Proportion misses, double delta, double alpha) {
    return Math.log(Math.max(0, hits.lower(alpha) - delta) / misses.upper(alpha));
  }

  private static Proportion above(double[] scores, int from, int to, double threshold) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += scores[i] >= threshold ? 1 : 0;
    }
    return new Proportion(count, to - from);
  }

  /**
   * KL(with ‖ without), estimated by the mean score where the record is there; ρ-zCDP bounds it by
   * ρ.
   */
  Estimate divergence() {
    return new Estimate(mean(with), Math.sqrt(variance(with) / with.length));
  }

  /**
   * Returns a ρ that the mechanism exceeds, whatever the law of its noise: ρ-zCDP bounds the Rényi
   * divergence of order 2 by 2ρ, and by Hammersley, Chapman and Robbins any statistic T has (E₁T −
   * E₀T)²/Var₀ T ≤ exp(D₂) − 1. The mean score alone would miss noise that is weaker than stated.
   */
  Estimate separation() {
    int n = with.length;
    double gap = mean(with) - mean(without);
    double variance = Math.min(variance(with), variance(without));
    if (gap == 0) {
      return new Estimate(0, 0);
    }
    if (variance == 0) {
      return new Estimate(Double.POSITIVE_INFINITY, 0);
    }
    double ratio = gap * gap / variance;
    double gapError = Math.sqrt((variance(with) + variance(without)) / n);
    double varianceError = variance * Math.sqrt(Math.max(2, kurtosis(without) - 1) / n);
    double byGap = gap / variance / (1 + ratio) * gapError;
    double byVariance = ratio / variance / (2 * (1 + ratio)) * varianceError;
    return new Estimate(0.5 * Math.log1p(ratio), Math.hypot(byGap, byVariance));
  }

  /** How often a score with the record is above one without it, ties counted half. */
  Estimate auc() {
    double[] sorted = without.clone();
    Arrays.sort(sorted);
    double sum = 0;
    for (double score : with) {
      sum += 0.5 * (countBelow(sorted, score, false) + countBelow(sorted, score, true));
    }
    int n = with.length;
    double auc = sum / n / n;
    return new Estimate(auc, Math.sqrt(Math.max(auc * (1 - auc), 1e-12) / n));
  }

  /** Below a value, or not above it. */
  private static int countBelow(double[] sorted, double value, boolean orEqual) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value || (orEqual && sorted[middle] == value)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static double mean(double[] values) {
    return Doubles.sum(values) / values.length;
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double value : values) {
      sum += (value - mean) * (value - mean);
    }
    return sum / (values.length - 1);
  }

  private static double kurtosis(double[] values) {
    double mean = mean(values);
    double variance = variance(values);
    double sum = 0;
    for (double value : values) {
      sum += Math.pow(value - mean, 4);
    }
    return variance == 0 ? 0 : sum / values.length / (variance * variance);
  }
}
