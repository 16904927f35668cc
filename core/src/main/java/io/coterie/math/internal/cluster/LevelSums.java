package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The sums of one step of EM of a {@link LevelMixture}, in whole units, and the step itself. Of
 * each component: Σ r, Σ r x, Σ r x xᵀ as far as the mode needs it, and Σ r of each level; then the
 * log-likelihood and the entropy of the posteriors.
 *
 * @param mode of the mixture
 * @param components of it
 * @param numbers that a record has
 * @param levels of each column of levels
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LevelSums(Mode mode, int components, int numbers, int[] levels) {
  public static final double UNIT = 1 << 20;
  public static final double SCORE_UNIT = 1 << 10;

  /** A posterior below this adds nothing in units. */
  private static final double LEAST = 1e-7;

  private static final double EMPTY = 1e-9;
  private static final double DIAGONAL_PSEUDO_RECORDS = 3;
  private static final double RIDGE = 1e-6;

  private int levelCount() {
    return Arrays.stream(levels).sum();
  }

  private int seconds() {
    return switch (mode) {
      case DIAGONAL -> numbers;
      case TIED -> 0;
      case FULL -> numbers * (numbers + 1) / 2;
    };
  }

  private int each() {
    return 1 + numbers + seconds() + levelCount();
  }

  public int size() {
    return components * each() + 2;
  }

  /** Adds a record by its posteriors. */
  public void add(
      double[] x, double[] shares, double[] posteriors, double logLikelihood, long[] sums, int to) {
    double entropy = 0;
    for (int c = 0; c < components; c++) {
      double r = posteriors[c];
      if (r < LEAST) {
        continue;
      }
      entropy -= r * StrictMath.log(r);
      int at = to + c * each();
      sums[at++] += Math.round(UNIT * r);
      for (int j = 0; j < numbers; j++) {
        sums[at++] += Math.round(UNIT * r * x[j]);
      }
      if (mode == Mode.DIAGONAL) {
        for (int j = 0; j < numbers; j++) {
          sums[at++] += Math.round(UNIT * r * x[j] * x[j]);
        }
      } else if (mode == Mode.FULL) {
        for (int j = 0; j < numbers; j++) {
          double own = UNIT * r * x[j];
          for (int k = j; k < numbers; k++) {
            sums[at++] += Math.round(own * x[k]);
          }
        }
      }
      for (double share : shares) {
        sums[at++] += Math.round(UNIT * r * share);
      }
    }
    int at = to + components * each();
    double within = Math.max(-1e6, Math.min(1e6, logLikelihood));
    sums[at] += Math.round(SCORE_UNIT * within);
    sums[at + 1] += Math.round(UNIT * entropy);
  }

  /** Returns the records of the smallest component. */
  public double smallest(long[] sums, int from) {
    double smallest = Double.POSITIVE_INFINITY;
    for (int c = 0; c < components; c++) {
      smallest = Math.min(smallest, sums[from + c * each()] / UNIT);
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
    return sums[from + components * each()] / SCORE_UNIT;
  }

  public double entropy(long[] sums, int from) {
    return sums[from + components * each() + 1] / UNIT;
  }

  /** The totals over all records, which do not depend on posteriors. */
  public record All(double records, double[] means, Matrix covariance, double[] shares) {
    /** How many numbers these are in units: n, Σ x, Σ x xᵀ, and the records of each level. */
    public static int size(int numbers, int levelCount) {
      return 1 + numbers + numbers * (numbers + 1) / 2 + levelCount;
    }

    public static void add(double[] x, double[] shares, long[] sums) {
      int at = 0;
      sums[at++]++;
      for (double value : x) {
        sums[at++] += Math.round(UNIT * value);
      }
      for (int j = 0; j < x.length; j++) {
        for (int k = j; k < x.length; k++) {
          sums[at++] += Math.round(UNIT * x[j] * x[k]);
        }
      }
      for (double share : shares) {
        sums[at++] += Math.round(UNIT * share);
      }
    }

    public static All of(long[] sums, int numbers, int levelCount) {
      double records = sums[0];
      double[] means = new double[numbers];
      for (int j = 0; j < numbers; j++) {
        means[j] = sums[1 + j] / UNIT / records;
      }
      Matrix covariance = Matrix.zeros(numbers, numbers);
      int at = 1 + numbers;
      for (int j = 0; j < numbers; j++) {
        for (int k = j; k < numbers; k++, at++) {
          double value = sums[at] / UNIT / records - means[j] * means[k];
          covariance.set(j, k, value);
          covariance.set(k, j, value);
        }
      }
      double[] shares = new double[levelCount];
      for (int l = 0; l < levelCount; l++) {
        shares[l] = sums[at + l] / UNIT / records;
      }
      return new All(records, means, covariance, shares);
    }
  }

  /**
   * The M-step. Covariances are drawn towards the pooled one by as many pseudo-records as they have
   * rows, a diagonal by three, and levels towards their overall shares by one.
   *
   * @param floors of the variances, as shares of those of all records
   */
  public LevelMixture moved(long[] sums, int from, All all, double[] floors) {
    double[] counts = new double[components];
    Matrix means = Matrix.zeros(components, numbers);
    double[] weights = new double[components];
    double total = 0;
    for (int c = 0; c < components; c++) {
      counts[c] = sums[from + c * each()] / UNIT + EMPTY;
      total += counts[c];
    }
    for (int c = 0; c < components; c++) {
      weights[c] = counts[c] / total;
      for (int j = 0; j < numbers; j++) {
        means.set(c, j, sums[from + c * each() + 1 + j] / UNIT / counts[c]);
      }
    }
    double[] floor = floor(all, floors);
    List<Matrix> roots =
        numbers == 0
            ? List.of(Matrix.zeros(1, 0))
            : mode == Mode.DIAGONAL
                ? deviations(counts, variances(sums, from, counts, means), floor)
                : mode == Mode.TIED
                    ? List.of(tied(within(counts, means, all), counts, floor))
                    : full(covariances(sums, from, counts, means), counts, floor);
    return new LevelMixture(
        mode, weights, means, roots, logShares(sums, from, counts, all.shares()));
  }

  /** Returns the least variance of each number. */
  public static double[] floor(All all, double[] floors) {
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
      covariances.add(covariance(sums, from, c, counts[c], means));
    }
    return covariances;
  }

  /** Returns the mean of the components' covariances. */
  public static Matrix pooled(List<Matrix> covariances, double[] counts) {
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
  private Matrix within(double[] counts, Matrix means, All all) {
    double total = Arrays.stream(counts).sum();
    return all.covariance()
        .map(
            (i, j, value) -> {
              double between = -all.means()[i] * all.means()[j];
              for (int c = 0; c < components; c++) {
                between += counts[c] / total * means.at(c, i) * means.at(c, j);
              }
              return value - between;
            });
  }

  private Matrix covariance(long[] sums, int from, int component, double count, Matrix means) {
    Matrix covariance = Matrix.zeros(numbers, numbers);
    int at = from + component * each() + 1 + numbers;
    for (int j = 0; j < numbers; j++) {
      for (int k = j; k < numbers; k++, at++) {
        double value = sums[at] / UNIT / count - means.at(component, j) * means.at(component, k);
        covariance.set(j, k, value);
        covariance.set(k, j, value);
      }
    }
    return covariance;
  }

  /** Returns how many records of a component have each level. */
  public double levelRecords(long[] sums, int from, int component, int level) {
    return sums[from + component * each() + 1 + numbers + seconds() + level] / UNIT;
  }

  private Matrix logShares(long[] sums, int from, double[] counts, double[] all) {
    Matrix records = Matrix.zeros(components, all.length);
    for (int c = 0; c < components; c++) {
      for (int l = 0; l < all.length; l++) {
        records.set(c, l, levelRecords(sums, from, c, l));
      }
    }
    return logShares(records, counts, all);
  }

  /** Returns the logarithms of the shares of levels, drawn towards those of all records. */
  public static Matrix logShares(Matrix records, double[] counts, double[] all) {
    Matrix logs = Matrix.zeros(counts.length, all.length);
    for (int c = 0; c < counts.length; c++) {
      for (int l = 0; l < all.length; l++) {
        double share = (records.at(c, l) + Math.max(all[l], 1e-6)) / (counts[c] + 1);
        logs.set(c, l, StrictMath.log(Math.max(share, 1e-9)));
      }
    }
    return logs;
  }
}
