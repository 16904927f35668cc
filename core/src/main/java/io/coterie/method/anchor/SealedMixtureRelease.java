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
import io.coterie.plan.PrivacyPlan;
import io.coterie.secure.HiddenRounding;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The form in which a mixture leaves the sites. Its sums are made once more with values cut off at
 * {@value #FARTHEST} deviations of their component, and noise is added as large as one such record:
 * so the mixture shows no record, and what rounding would do is small along every direction.
 *
 * @param mixture that was fitted
 * @param layout of its records
 */
record SealedMixtureRelease(LevelMixture mixture, FeatureLayout layout) implements Serializable {
  static final int FARTHEST = 3;

  /** Weights, means and shares leave in these units, roots in finer ones. */
  private static final double UNIT = 1 << 30;

  private static final double ROOT_UNIT = 0x1p40;

  private static final double LEAST_COUNT = 1e-9;

  private LevelSums sums() {
    return sums(mixture.mode(), mixture.components(), layout);
  }

  /** What is added up does not use totals of all records, which are of values as they are. */
  private static LevelSums sums(Mode mode, int components, FeatureLayout layout) {
    return new LevelSums(mode, components, layout.numbers(), layout.levels(), true);
  }

  /** Returns how many numbers are added up. */
  static int size(Mode mode, int components, FeatureLayout layout) {
    return sums(mode, components, layout).size();
  }

  /** Adds up a block, each value no further from a component's mean than cut off. */
  WholeTotals totals(Matrix block) {
    LevelSums sums = sums();
    long[] totals = new long[sums.size()];
    double[] numbers = new double[layout.numbers()];
    double[] shares = new double[layout.levelCount()];
    double[] weighed = new double[shares.length];
    double[] white = new double[numbers.length];
    MixtureRecord record = new MixtureRecord(mixture);
    for (int i = 0; i < block.rows(); i++) {
      layout.split(block.array(), i * block.columns(), numbers, shares);
      layout.weigh(shares, weighed);
      record.expect(numbers, weighed);
      for (int c = 0; c < mixture.components(); c++) {
        double[] near = record.numbers(c);
        mixture.whiten(c, near, white);
        for (int j = 0; j < white.length; j++) {
          white[j] = Math.max(-FARTHEST, Math.min(FARTHEST, white[j]));
        }
        colored(c, white, near);
      }
      sums.add(record, 0, shares, totals, 0);
    }
    return new WholeTotals(LongVector.of(totals), LongVector.of());
  }

  /** Writes μ + L y. */
  private void colored(int component, double[] white, double[] numbers) {
    moved(component, white, numbers);
    for (int j = 0; j < numbers.length; j++) {
      numbers[j] += mixture.means().at(component, j);
    }
  }

  private void moved(int component, double[] white, double[] moved) {
    Matrix root = mixture.root(component);
    for (int j = 0; j < moved.length; j++) {
      double value = 0;
      if (mixture.mode() == Mode.DIAGONAL) {
        value = root.at(0, j) * white[j];
      } else {
        for (int k = 0; k <= j; k++) {
          value += root.at(j, k) * white[k];
        }
      }
      moved[j] = value;
    }
  }

  /** Returns the mixture of totals, with noise. */
  LevelMixture released(long[] totals, LevelTotals all, int smallestGroup) {
    int components = mixture.components();
    int d = layout.numbers();
    double size = smallestGroup == 1 ? 0 : 1;
    double counted = size * PrivacyPlan.countMultiple(smallestGroup);
    double[] noise =
        HiddenRounding.noise(totals, components * (1 + d + d * (d + 1) / 2 + layout.levelCount()));
    int next = 0;
    LevelSums sums = sums();
    double[] counts = new double[components];
    double[] weights = new double[components];
    double[] exact = new double[components];
    double total = 0;
    for (int c = 0; c < components; c++) {
      exact[c] = sums.count(totals, 0, c) + LEAST_COUNT;
      counts[c] = Math.max(1, exact[c] + counted * noise[next++]);
      total += counts[c];
    }
    Matrix means = Matrix.zeros(components, d);
    Matrix exactMeans = Matrix.zeros(components, d);
    double[] white = new double[d];
    double[] moved = new double[d];
    for (int c = 0; c < components; c++) {
      weights[c] = counts[c] / total;
      for (int j = 0; j < d; j++) {
        white[j] = size * (FARTHEST + 1) / exact[c] * noise[next++];
      }
      moved(c, white, moved);
      for (int j = 0; j < d; j++) {
        exactMeans.set(c, j, sums.first(totals, 0, c, j) / exact[c]);
        means.set(c, j, exactMeans.at(c, j) + moved[j]);
      }
    }
    double[] floor = LevelSums.floor(all, layout.numberRounding());
    List<Matrix> roots;
    double most = size * (FARTHEST * FARTHEST + 1);
    if (d == 0) {
      roots = List.of(Matrix.zeros(1, 0));
    } else if (mixture.mode() == Mode.DIAGONAL) {
      Matrix variances = sums.variances(totals, 0, exact, exactMeans);
      for (int c = 0; c < components; c++) {
        for (int j = 0; j < d; j++) {
          double own = mixture.root(c).at(0, j);
          double added = own * own * most / exact[c] * noise[next++];
          variances.set(c, j, Math.max(0, variances.at(c, j) + added));
        }
      }
      roots = LevelSums.deviations(counts, variances, floor);
    } else {
      List<Matrix> noisy = new ArrayList<>();
      if (mixture.mode() == Mode.TIED) {
        Matrix pooled = sums.pooled(totals, 0, exact, exactMeans);
        double records = Arrays.stream(exact).sum();
        roots =
            List.of(
                LevelSums.tied(
                    noisy(pooled, mixture.root(0), most / records, noise, next), counts, floor));
      } else {
        List<Matrix> covariances = sums.covariances(totals, 0, exact, exactMeans);
        for (int c = 0; c < components; c++) {
          noisy.add(noisy(covariances.get(c), mixture.root(c), most / exact[c], noise, next));
          next += d * (d + 1) / 2;
        }
        roots = LevelSums.full(noisy, counts, floor);
      }
    }
    Matrix exactRecords = sums.levelRecords(totals, 0);
    Matrix records = Matrix.zeros(components, layout.levelCount());
    int last = noise.length - components * layout.levelCount();
    for (int c = 0; c < components; c++) {
      for (int l = 0; l < layout.levelCount(); l++) {
        double value = exactRecords.at(c, l) + counted * noise[last++];
        records.set(c, l, Math.max(0, Math.min(counts[c], value)));
      }
    }
    return new LevelMixture(
        mixture.mode(), weights, means, roots, sums.logShares(records, all.shares()));
  }

  /** Returns S + L E Lᵀ with E symmetric noise. */
  private static Matrix noisy(
      Matrix covariance, Matrix root, double size, double[] noise, int from) {
    int d = covariance.rows();
    Matrix white = Matrix.zeros(d, d);
    int at = from;
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        white.set(i, j, size * noise[at]);
        white.set(j, i, size * noise[at++]);
      }
    }
    return covariance.map(
        (i, j, value) -> {
          double added = 0;
          for (int k = 0; k <= i; k++) {
            for (int l = 0; l <= j; l++) {
              added += root.at(i, k) * white.at(k, l) * root.at(j, l);
            }
          }
          return value + added;
        });
  }

  /** How many numbers a mixture is written in. */
  static int numbers(Mode mode, int components, FeatureLayout layout) {
    int d = layout.numbers();
    int roots =
        switch (mode) {
          case DIAGONAL -> components * d;
          case TIED -> d * d;
          case FULL -> components * d * d;
        };
    return components * (1 + d + layout.levelCount()) + roots;
  }

  /** Writes a mixture in whole units, from a place of an array on. */
  static void write(LevelMixture mixture, long[] numbers, int from) {
    int at = from;
    for (double weight : mixture.weights()) {
      numbers[at++] = Math.round(UNIT * weight);
    }
    for (double value : mixture.means().array()) {
      numbers[at++] = Math.round(UNIT * value);
    }
    for (double value : mixture.logShares().array()) {
      numbers[at++] = Math.round(UNIT * value);
    }
    for (Matrix root : mixture.roots()) {
      for (double value : root.array()) {
        numbers[at++] = Math.round(ROOT_UNIT * value);
      }
    }
  }

  static LevelMixture read(
      Mode mode, int components, FeatureLayout layout, long[] numbers, int from) {
    int d = layout.numbers();
    int at = from;
    double[] weights = new double[components];
    double total = 0;
    for (int c = 0; c < components; c++) {
      weights[c] = Math.max(1, numbers[at++]) / UNIT;
      total += weights[c];
    }
    for (int c = 0; c < components; c++) {
      weights[c] /= total;
    }
    Matrix means = Matrix.zeros(components, d);
    at = fill(means, UNIT, numbers, at);
    Matrix logShares = Matrix.zeros(components, layout.levelCount());
    at = fill(logShares, UNIT, numbers, at);
    List<Matrix> roots = new ArrayList<>();
    for (int c = 0; c < (mode == Mode.TIED ? 1 : components); c++) {
      Matrix root = Matrix.zeros(mode == Mode.DIAGONAL ? 1 : d, d);
      at = fill(root, ROOT_UNIT, numbers, at);
      roots.add(root);
    }
    return new LevelMixture(mode, weights, means, roots, logShares);
  }

  private static int fill(Matrix matrix, double unit, long[] numbers, int from) {
    for (int k = 0; k < matrix.array().length; k++) {
      matrix.array()[k] = numbers[from + k] / unit;
    }
    return from + matrix.array().length;
  }
}
