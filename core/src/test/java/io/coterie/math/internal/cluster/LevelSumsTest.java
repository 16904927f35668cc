package io.coterie.math.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Steps of EM by sums. */
class LevelSumsTest {
  private static final int RECORDS = 600;
  private static final int[] LEVELS = {3};

  /** Two groups in two numbers and a column of levels; a fifth of the numbers may be missing. */
  private static double[][] records(boolean hasGaps) {
    SplittableRandom random = new SplittableRandom(5);
    double[][] records = new double[RECORDS][5];
    for (int i = 0; i < RECORDS; i++) {
      int group = i % 2;
      double common = random.nextGaussian();
      records[i][0] = 4 * group + common;
      records[i][1] = -2 * group + 0.6 * common + 0.8 * random.nextGaussian();
      int level = random.nextInt(10) < 8 ? group : 2;
      records[i][2 + level] = 1;
      if (hasGaps && random.nextInt(5) == 0) {
        records[i][random.nextInt(2)] = Double.NaN;
      }
    }
    return records;
  }

  private static LevelMixture fitted(Mode mode, boolean hasGaps, List<double[][]> parts) {
    LevelSums sums = new LevelSums(mode, 2, 2, LEVELS, hasGaps);
    long[] all = new long[LevelTotals.size(2, 3)];
    for (double[][] part : parts) {
      for (double[] record : part) {
        LevelTotals.add(1, numbers(record), shares(record), all);
      }
    }
    LevelTotals known = LevelTotals.of(all, 2, LEVELS);
    LevelMixture mixture =
        new LevelMixture(
            Mode.TIED,
            new double[] {0.5, 0.5},
            Matrix.ofRows(new double[] {1, 0}, new double[] {3, -1}),
            List.of(Matrix.ofRows(new double[] {1, 0}, new double[] {0, 1})),
            Matrix.zeros(2, 3).map((c, l, zero) -> Math.log(1.0 / 3)));
    double before = Double.NEGATIVE_INFINITY;
    for (int step = 0; step < 25; step++) {
      long[] totals = new long[sums.size()];
      for (double[][] part : parts) {
        MixtureRecord own = new MixtureRecord(mixture);
        long[] partial = new long[sums.size()];
        for (double[] record : part) {
          double likelihood = own.expect(numbers(record), shares(record));
          sums.add(own, likelihood, shares(record), partial, 0);
        }
        Arrays.setAll(totals, k -> totals[k] + partial[k]);
      }
      double likelihood = sums.logLikelihood(totals, 0) / RECORDS;
      // Shrinking towards what is pooled may cost a little.
      assertThat(likelihood).isGreaterThan(before - 0.01);
      before = likelihood;
      mixture = sums.moved(totals, 0, known, new double[] {0, 0});
    }
    return mixture;
  }

  private static double[] numbers(double[] record) {
    return Arrays.copyOf(record, 2);
  }

  private static double[] shares(double[] record) {
    return Arrays.copyOfRange(record, 2, 5);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void findsTheGroupsAlsoThroughGaps(Mode mode) {
    for (boolean hasGaps : new boolean[] {false, true}) {
      LevelMixture mixture = fitted(mode, hasGaps, List.<double[][]>of(records(hasGaps)));
      assertThat(mixture.weights()[0]).isCloseTo(0.5, within(0.05));
      assertThat(mixture.means().row(0)).containsExactly(new double[] {0, 0}, within(0.2));
      assertThat(mixture.means().row(1)).containsExactly(new double[] {4, -2}, within(0.2));
      assertThat(Math.exp(mixture.logShares().at(0, 0))).isCloseTo(0.8, within(0.06));
      assertThat(Math.exp(mixture.logShares().at(0, 1))).isLessThan(0.02);
      if (mode != Mode.DIAGONAL) {
        Matrix root = mixture.root(0);
        assertThat(root.at(0, 0)).isCloseTo(1, within(0.12));
        assertThat(root.at(0, 0) * root.at(1, 0)).isCloseTo(0.6, within(0.12));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void partsAddUpToTheSameBits(Mode mode) {
    double[][] all = records(true);
    LevelMixture together = fitted(mode, true, List.<double[][]>of(all));
    LevelMixture apart =
        fitted(
            mode,
            true,
            List.of(
                Arrays.copyOfRange(all, 0, 7),
                Arrays.copyOfRange(all, 7, 400),
                Arrays.copyOfRange(all, 400, RECORDS)));
    assertThat(apart.means().array()).isEqualTo(together.means().array());
    assertThat(apart.roots().get(0).array()).isEqualTo(together.roots().get(0).array());
    assertThat(apart.logShares().array()).isEqualTo(together.logShares().array());
  }
}
