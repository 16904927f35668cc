package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The sums of one step of EM of a {@link LevelMixture}, in whole units, and the step itself. Of
 * each component: Σ r, Σ r E[x], Σ r E[x xᵀ] as far as the mode needs it, and Σ r of each level; of
 * one covariance for all, where numbers may be missing, Σ E[x xᵀ]; then the log-likelihood and the
 * entropy of the posteriors.
 *
 * @param mode of the mixture
 * @param components of it
 * @param numbers that a record has
 * @param levels of each column of levels
 * @param hasGaps whether numbers may be missing
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LevelSums(Mode mode, int components, int numbers, int[] levels, boolean hasGaps)
    implements Serializable {
  public static final double UNIT = 1 << 20;
  public static final double SCORE_UNIT = 1 << 10;

  /** A posterior below this adds nothing in units. */
  private static final double LEAST = 1e-7;

  private static final double MOST_SCORE = 1e6;
  private static final double EMPTY = 1e-9;
  private static final double DIAGONAL_PSEUDO_RECORDS = 3;
  private static final double RIDGE = 1e-6;
  private static final double LEAST_SHARE = 1e-9;

  private int levelCount() {
    return Arrays.stream(levels).sum();
  }

  private int triangle() {
    return numbers * (numbers + 1) / 2;
  }

  private int seconds() {
    return switch (mode) {
      case DIAGONAL -> numbers;
      case TIED -> 0;
      case FULL -> triangle();
    };
  }

  private int each() {
    return 1 + numbers + seconds() + levelCount();
  }

  private boolean hasPooled() {
    return mode == Mode.TIED && hasGaps;
  }

  private int pooledAt() {
    return components * each();
  }

  private int scoreAt() {
    return pooledAt() + (hasPooled() ? triangle() : 0);
  }

  public int size() {
    return scoreAt() + 2;
  }

  /** Adds a record by its posteriors. */
  public void add(
      MixtureRecord record, double logLikelihood, double[] shares, long[] sums, int to) {
    for (int c = 0; c < components; c++) {
      double posterior = record.posterior(c);
      if (posterior >= LEAST) {
        add(c, posterior, record.numbers(c), shares, sums, to);
        addRest(c, posterior, record, sums, to);
      }
    }
    int at = to + scoreAt();
    double within = Math.max(-MOST_SCORE, Math.min(MOST_SCORE, logLikelihood));
    sums[at] += Math.round(SCORE_UNIT * within);
    sums[at + 1] += Math.round(UNIT * record.entropy());
  }

  /** Adds a part of a record to a component. */
  public void add(int component, double part, double[] x, double[] shares, long[] sums, int to) {
    double share = UNIT * part;
    int at = to + component * each();
    sums[at++] += Math.round(share);
    for (int j = 0; j < numbers; j++) {
      sums[at++] += Math.round(share * x[j]);
    }
    if (mode == Mode.DIAGONAL) {
      for (int j = 0; j < numbers; j++) {
        sums[at++] += Math.round(share * x[j] * x[j]);
      }
    } else if (mode == Mode.FULL) {
      addProducts(share, x, sums, at);
      at += triangle();
    } else if (hasPooled()) {
      addProducts(share, x, sums, to + pooledAt());
    }
    for (double level : shares) {
      sums[at++] += Math.round(share * level);
    }
  }

  private static void addProducts(double share, double[] x, long[] sums, int from) {
    int at = from;
    for (int j = 0; j < x.length; j++) {
      double own = share * x[j];
      for (int k = j; k < x.length; k++) {
        sums[at++] += Math.round(own * x[k]);
      }
    }
  }

  /** Adds the covariance of what is missing. */
  private void addRest(int c, double part, MixtureRecord record, long[] sums, int to) {
    int[] missing = record.missing();
    for (int a = 0; a < missing.length; a++) {
      if (mode == Mode.DIAGONAL) {
        int at = to + c * each() + 1 + numbers + missing[a];
        sums[at] += Math.round(UNIT * part * record.rest(c, a, a));
        continue;
      }
      int from = to + (mode == Mode.FULL ? c * each() + 1 + numbers : pooledAt());
      for (int b = a; b < missing.length && (mode == Mode.FULL || hasPooled()); b++) {
        sums[from + place(missing[a], missing[b])] +=
            Math.round(UNIT * part * record.rest(c, a, b));
      }
    }
  }

  private int place(int row, int column) {
    return row * numbers - row * (row - 1) / 2 + column - row;
  }

  /** Returns the records of the smallest component. */
  public double smallest(long[] sums, int from) {
    double smallest = Double.POSITIVE_INFINITY;
    for (int c = 0; c < components; c++) {
      smallest = Math.min(smallest, count(sums, from, c));
    }
    return smallest;
  }

  public double count(long[] sums, int from, int component) {
    return sums[from + component * each()] / UNIT;
  }

  public double first(long[] sums, int from, int component, int number) {
    return sums[from + component * each() + 1 + number] / UNIT;
  }

  public double logLikelihood(long[] sums, int from) {
    return sums[from + scoreAt()] / SCORE_UNIT;
  }

  public double entropy(long[] sums, int from) {
    return sums[from + scoreAt() + 1] / UNIT;
  }

  /** Makes the values of each column's levels add up to one. */
  static void normalize(double[] values, int[] levels, double least) {
    int at = 0;
    for (int count : levels) {
      double all = 0;
      for (int l = 0; l < count; l++) {
        values[at + l] = Math.max(least, values[at + l]);
        all += values[at + l];
      }
      for (int l = 0; l < count; l++) {
        values[at + l] = all > 0 ? values[at + l] / all : 1.0 / count;
      }
      at += count;
    }
  }

  /**
   * The M-step. Covariances are drawn towards the pooled one by as many pseudo-records as they have
   * rows, a diagonal by three, and levels towards their overall shares by one.
   *
   * @param floors of the variances, as shares of those of all records
   */
  public LevelMixture moved(long[] sums, int from, LevelTotals all, double[] floors) {
    double[] counts = new double[components];
    Matrix means = Matrix.zeros(components, numbers);
    double[] weights = new double[components];
    double total = 0;
    for (int c = 0; c < components; c++) {
      counts[c] = count(sums, from, c) + EMPTY;
      total += counts[c];
    }
    for (int c = 0; c < components; c++) {
      weights[c] = counts[c] / total;
      for (int j = 0; j < numbers; j++) {
        means.set(c, j, first(sums, from, c, j) / counts[c]);
      }
    }
    double[] floor = floor(all, floors);
    return new LevelMixture(
        mode,
        weights,
        means,
        roots(sums, from, all, counts, means, floor),
        logShares(levelRecords(sums, from), all.shares()));
  }

  private List<Matrix> roots(
      long[] sums, int from, LevelTotals all, double[] counts, Matrix means, double[] floor) {
    if (numbers == 0) {
      return List.of(Matrix.zeros(1, 0));
    }
    return switch (mode) {
      case DIAGONAL -> deviations(counts, variances(sums, from, counts, means), floor);
      case TIED ->
          List.of(
              tied(
                  hasPooled() ? pooled(sums, from, counts, means) : within(counts, means, all),
                  counts,
                  floor));
      case FULL -> full(covariances(sums, from, counts, means), counts, floor);
    };
  }

  /** Returns the least variance of each number. */
  public static double[] floor(LevelTotals all, double[] floors) {
    double[] floor = new double[floors.length];
    for (int j = 0; j < floor.length; j++) {
      floor[j] = (floors[j] + RIDGE) * Math.max(all.covariance().at(j, j), 1e-12);
    }
    return floor;
  }

  /** Returns the variances of each component, one row each. */
  public Matrix variances(long[] sums, int from, double[] counts, Matrix means) {
    Matrix variances = Matrix.zeros(components, numbers);
    for (int c = 0; c < components; c++) {
      int at = from + c * each() + 1 + numbers;
      for (int j = 0; j < numbers; j++) {
        double square = sums[at + j] / UNIT / counts[c];
        variances.set(c, j, Math.max(0, square - means.at(c, j) * means.at(c, j)));
      }
    }
    return variances;
  }

  /** Returns the deviations of each component, drawn towards those of all. */
  public static List<Matrix> deviations(double[] counts, Matrix variances, double[] floor) {
    double total = Arrays.stream(counts).sum();
    double pseudo = DIAGONAL_PSEUDO_RECORDS;
    List<Matrix> roots = new ArrayList<>();
    for (int c = 0; c < counts.length; c++) {
      Matrix root = Matrix.zeros(1, floor.length);
      for (int j = 0; j < floor.length; j++) {
        double pooled = 0;
        for (int other = 0; other < counts.length; other++) {
          pooled += counts[other] / total * variances.at(other, j);
        }
        double variance = (counts[c] * variances.at(c, j) + pseudo * pooled) / (counts[c] + pseudo);
        root.set(0, j, Math.sqrt(variance + floor[j]));
      }
      roots.add(root);
    }
    return roots;
  }

  /** Returns the covariances of the components. */
  public List<Matrix> covariances(long[] sums, int from, double[] counts, Matrix means) {
    List<Matrix> covariances = new ArrayList<>();
    for (int c = 0; c < components; c++) {
      int own = c;
      covariances.add(
          products(sums, from + c * each() + 1 + numbers)
              .map((i, j, value) -> value / counts[own] - means.at(own, i) * means.at(own, j)));
    }
    return covariances;
  }

  private Matrix products(long[] sums, int from) {
    Matrix products = Matrix.zeros(numbers, numbers);
    int at = from;
    for (int j = 0; j < numbers; j++) {
      for (int k = j; k < numbers; k++, at++) {
        products.set(j, k, sums[at] / UNIT);
        products.set(k, j, sums[at] / UNIT);
      }
    }
    return products;
  }

  /** Returns the covariance within components, where it was added up. */
  public Matrix pooled(long[] sums, int from, double[] counts, Matrix means) {
    double total = Arrays.stream(counts).sum();
    return products(sums, from + pooledAt())
        .map((i, j, value) -> value / total - between(counts, means, total, i, j));
  }

  private static double between(double[] counts, Matrix means, double total, int i, int j) {
    double between = 0;
    for (int c = 0; c < counts.length; c++) {
      between += counts[c] / total * means.at(c, i) * means.at(c, j);
    }
    return between;
  }

  /** Returns the mean of the components' covariances. */
  private static Matrix pooled(List<Matrix> covariances, double[] counts) {
    double total = Arrays.stream(counts).sum();
    return covariances
        .get(0)
        .map(
            (i, j, value) -> {
              double pooled = 0;
              for (int c = 0; c < counts.length; c++) {
                pooled += counts[c] / total * covariances.get(c).at(i, j);
              }
              return pooled;
            });
  }

  private static Matrix drawn(Matrix pooled, double[] counts, double[] floor) {
    double pseudo = floor.length + 2.0;
    double share = pseudo / (Arrays.stream(counts).sum() + pseudo);
    return pooled.map(
        (i, j, value) -> i == j ? Math.max(0, value) + floor[i] : (1 - share) * value);
  }

  /** Returns the root of a covariance that all components have, drawn towards its diagonal. */
  public static Matrix tied(Matrix pooled, double[] counts, double[] floor) {
    return LevelMixture.root(drawn(pooled, counts, floor));
  }

  /** Returns the roots of the components' covariances, drawn towards the mean of them. */
  public static List<Matrix> full(List<Matrix> covariances, double[] counts, double[] floor) {
    Matrix center = drawn(pooled(covariances, counts), counts, floor);
    double pseudo = floor.length + 2.0;
    List<Matrix> roots = new ArrayList<>();
    for (int c = 0; c < counts.length; c++) {
      double count = counts[c];
      Matrix own = covariances.get(c);
      roots.add(
          LevelMixture.root(
              center.map(
                  (i, j, value) ->
                      (count * (own.at(i, j) + (i == j ? floor[i] : 0)) + pseudo * value)
                          / (count + pseudo))));
    }
    return roots;
  }

  /** Returns the covariance of all records less that of the components' means. */
  private Matrix within(double[] counts, Matrix means, LevelTotals all) {
    double total = Arrays.stream(counts).sum();
    return all.covariance()
        .map(
            (i, j, value) ->
                value + all.means()[i] * all.means()[j] - between(counts, means, total, i, j));
  }

  /** Returns how many records of each component have each level. */
  public Matrix levelRecords(long[] sums, int from) {
    return Matrix.zeros(components, levelCount())
        .map((c, l, zero) -> sums[from + c * each() + 1 + numbers + seconds() + l] / UNIT);
  }

  /**
   * Returns the logarithms of the shares of levels, drawn towards those of all records by one
   * record.
   *
   * @param records of each component that have each level
   * @param all the shares in all records
   */
  public Matrix logShares(Matrix records, double[] all) {
    Matrix logs = Matrix.zeros(components, levelCount());
    for (int c = 0; c < components; c++) {
      double[] shares = new double[levelCount()];
      for (int l = 0; l < shares.length; l++) {
        shares[l] = Math.max(0, records.at(c, l)) + all[l];
      }
      normalize(shares, levels, LEAST_SHARE);
      for (int l = 0; l < shares.length; l++) {
        logs.set(c, l, StrictMath.log(shares[l]));
      }
    }
    return logs;
  }
}
