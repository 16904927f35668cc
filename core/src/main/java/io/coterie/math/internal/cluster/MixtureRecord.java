package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.math.internal.linear.Cholesky;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One record after the other under a mixture: its posteriors, and what each component expects of
 * its missing numbers. These are integrated out: the likelihood is that of the numbers that are
 * there, E[x_m | x_o, c] = μ_m + S_mo S_oo⁻¹ (x_o − μ_o), with covariance S_mm − S_mo S_oo⁻¹ S_om.
 * Levels that are missing have no shares and count for nothing.
 *
 * <p>Not thread-safe: what it returns is of the last record.
 */
public final class MixtureRecord {
  private static final double HALF_LOG_TWO_PI = 0.5 * StrictMath.log(2 * StrictMath.PI);

  /** Logarithms this far below the largest are of no posterior. */
  private static final double FAR = -60;

  /** More patterns of missing numbers are computed anew each time they occur. */
  private static final int KEPT = 1024;

  private final LevelMixture mixture;
  private final boolean isDiagonal;
  private final double[] logWeights;
  private final Map<BitSet, Pattern> patterns = new HashMap<>();
  private final Pattern whole;
  private final double[] posteriors;
  private final double[] squares;
  private final double[][] expected;
  private final double[] white;
  private final double[][] logDeviations;
  private Pattern pattern;
  private double entropy;

  /**
   * What records have in common that lack the same numbers; by root of the mixture.
   *
   * @param lower L of the covariance of the numbers that are there
   * @param weights S_mo S_oo⁻¹
   * @param rest the covariance of the missing numbers given the others
   * @param logs Σ ln of the diagonal of L, and of 2π
   * @param whiteMeans L⁻¹ μ of each component
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Pattern(
      int[] missing,
      int[] present,
      List<Matrix> lower,
      List<Matrix> weights,
      List<Matrix> rest,
      double[] logs,
      double[][] whiteMeans) {}

  public MixtureRecord(LevelMixture mixture) {
    this.mixture = mixture;
    this.isDiagonal = mixture.mode() == Mode.DIAGONAL;
    this.logWeights = new double[mixture.components()];
    for (int c = 0; c < logWeights.length; c++) {
      logWeights[c] = StrictMath.log(mixture.weights()[c]);
    }
    this.posteriors = new double[logWeights.length];
    this.squares = new double[logWeights.length];
    this.expected = new double[logWeights.length][mixture.numbers()];
    this.white = new double[mixture.numbers()];
    this.logDeviations = new double[isDiagonal ? posteriors.length : 0][mixture.numbers()];
    for (int c = 0; c < logDeviations.length; c++) {
      for (int j = 0; j < mixture.numbers(); j++) {
        logDeviations[c][j] = StrictMath.log(mixture.root(c).at(0, j)) + HALF_LOG_TWO_PI;
      }
    }
    this.whole = pattern(new BitSet());
  }

  /**
   * Takes a record and returns its log-likelihood.
   *
   * @param numbers NaN where one is missing
   * @param shares of levels; all zero where a column's is missing
   */
  public double expect(double[] numbers, double[] shares) {
    pattern = patternOf(numbers);
    double largest = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < posteriors.length; c++) {
      double log = logWeights[c] + logDensity(c, numbers);
      for (int l = 0; l < shares.length; l++) {
        log += shares[l] == 0 ? 0 : shares[l] * mixture.logShares().at(c, l);
      }
      posteriors[c] = log;
      largest = Math.max(largest, log);
    }
    double sum = 0;
    double moment = 0;
    for (int c = 0; c < posteriors.length; c++) {
      double below = posteriors[c] - largest;
      double share = below < FAR ? 0 : StrictMath.exp(below);
      posteriors[c] = share;
      sum += share;
      moment += share * below;
    }
    for (int c = 0; c < posteriors.length; c++) {
      posteriors[c] /= sum;
    }
    double log = StrictMath.log(sum);
    entropy = log - moment / sum;
    return largest + log;
  }

  public double posterior(int component) {
    return posteriors[component];
  }

  /** Returns the squared Mahalanobis distance of the numbers that are there to a component. */
  public double squaredDistance(int component) {
    return squares[component];
  }

  /** Returns the likeliest component, the first of equals. */
  public int likeliest() {
    int best = 0;
    for (int c = 1; c < posteriors.length; c++) {
      best = posteriors[c] > posteriors[best] ? c : best;
    }
    return best;
  }

  /** Returns the entropy of the posteriors. */
  public double entropy() {
    return entropy;
  }

  /** Returns the numbers as a component expects them; those that are there as they are. */
  public double[] numbers(int component) {
    return expected[component];
  }

  /** Returns the places of the missing numbers. */
  public int[] missing() {
    return pattern.missing;
  }

  /** Returns the covariance of two missing numbers, by their places among them. */
  public double rest(int component, int first, int second) {
    if (isDiagonal) {
      double deviation = mixture.root(component).at(0, pattern.missing[first]);
      return first == second ? deviation * deviation : 0;
    }
    return pattern.rest.get(rootOf(component)).at(first, second);
  }

  private int rootOf(int component) {
    return mixture.roots().size() == 1 ? 0 : component;
  }

  private double logDensity(int c, double[] numbers) {
    double[] own = expected[c];
    double squares = 0;
    double logs = 0;
    if (isDiagonal) {
      double[] deviations = mixture.root(c).array();
      for (int j = 0; j < own.length; j++) {
        own[j] = mixture.means().at(c, j);
        if (!Double.isNaN(numbers[j])) {
          double apart = (numbers[j] - own[j]) / deviations[j];
          squares += apart * apart;
          logs += logDeviations[c][j];
          own[j] = numbers[j];
        }
      }
      this.squares[c] = squares;
      return -squares / 2 - logs;
    }
    int root = rootOf(c);
    int[] present = pattern.present;
    if (mixture.roots().size() > 1 || c == 0) {
      whiten(pattern.lower.get(root).array(), numbers);
    }
    double[] mean = pattern.whiteMeans[c];
    for (int a = 0; a < present.length; a++) {
      double apart = white[a] - mean[a];
      squares += apart * apart;
    }
    this.squares[c] = squares;
    System.arraycopy(numbers, 0, own, 0, own.length);
    for (int m = 0; m < pattern.missing.length; m++) {
      double value = mixture.means().at(c, pattern.missing[m]);
      for (int o = 0; o < present.length; o++) {
        double moved = numbers[present[o]] - mixture.means().at(c, present[o]);
        value += pattern.weights.get(root).at(m, o) * moved;
      }
      own[pattern.missing[m]] = value;
    }
    return -squares / 2 - pattern.logs[root];
  }

  /** L⁻¹ x of the numbers that are there. */
  private void whiten(double[] lower, double[] numbers) {
    int[] present = pattern.present;
    int size = present.length;
    for (int a = 0, row = 0; a < size; a++, row += size) {
      double moved = numbers[present[a]];
      for (int b = 0; b < a; b++) {
        moved -= lower[row + b] * white[b];
      }
      white[a] = moved / lower[row + a];
    }
  }

  private Pattern patternOf(double[] numbers) {
    boolean isWhole = true;
    for (double number : numbers) {
      isWhole &= !Double.isNaN(number);
    }
    if (isWhole) {
      return whole;
    }
    BitSet isMissing = new BitSet(numbers.length);
    for (int j = 0; j < numbers.length; j++) {
      isMissing.set(j, Double.isNaN(numbers[j]));
    }
    Pattern known = patterns.get(isMissing);
    if (known == null) {
      known = pattern(isMissing);
      if (patterns.size() < KEPT) {
        patterns.put(isMissing, known);
      }
    }
    return known;
  }

  private Pattern pattern(BitSet isMissing) {
    int[] missing = isMissing.stream().toArray();
    int[] present = IntStream.range(0, mixture.numbers()).filter(j -> !isMissing.get(j)).toArray();
    List<Matrix> lower = new ArrayList<>();
    List<Matrix> weights = new ArrayList<>();
    List<Matrix> rest = new ArrayList<>();
    double[] logs = new double[mixture.roots().size()];
    for (int r = 0; r < logs.length && !isDiagonal; r++) {
      Matrix root = mixture.roots().get(r);
      if (missing.length == 0) {
        lower.add(root);
        weights.add(Matrix.zeros(0, present.length));
        rest.add(Matrix.zeros(0, 0));
      } else {
        Matrix covariance = squared(root);
        lower.add(present.length == 0 ? Matrix.zeros(0, 0) : lower(covariance, present));
        weights.add(Regressions.weights(covariance, lower.get(r), missing, present));
        rest.add(Regressions.rest(covariance, weights.get(r), missing, present));
      }
      for (int a = 0; a < present.length; a++) {
        logs[r] += StrictMath.log(lower.get(r).at(a, a)) + HALF_LOG_TWO_PI;
      }
    }
    double[][] whiteMeans = new double[posteriors.length][];
    for (int c = 0; c < whiteMeans.length && !isDiagonal; c++) {
      whiteMeans[c] = whiteMean(lower.get(rootOf(c)), present, c);
    }
    return new Pattern(missing, present, lower, weights, rest, logs, whiteMeans);
  }

  private double[] whiteMean(Matrix lower, int[] present, int c) {
    double[] mean = new double[present.length];
    for (int a = 0; a < mean.length; a++) {
      double moved = mixture.means().at(c, present[a]);
      for (int b = 0; b < a; b++) {
        moved -= lower.at(a, b) * mean[b];
      }
      mean[a] = moved / lower.at(a, a);
    }
    return mean;
  }

  private static Matrix lower(Matrix covariance, int[] places) {
    return Cholesky.of(
            Matrix.zeros(places.length, places.length)
                .map((a, b, zero) -> covariance.at(places[a], places[b])))
        .lower();
  }

  /** L Lᵀ. */
  private static Matrix squared(Matrix lower) {
    return lower.map(
        (i, j, own) -> {
          double value = 0;
          for (int k = 0; k <= Math.min(i, j); k++) {
            value += lower.at(i, k) * lower.at(j, k);
          }
          return value;
        });
  }
}
