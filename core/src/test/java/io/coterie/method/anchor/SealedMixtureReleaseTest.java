package io.coterie.method.anchor;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.features.FeatureLayout;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.math.internal.cluster.LevelTotals;
import io.coterie.secure.HiddenRounding;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a mixture that leaves the sites shows of one record. */
class SealedMixtureReleaseTest {
  private static final int RECORDS = 300;
  private static final int TRIALS = 80;
  private static final FeatureLayout LAYOUT = FeatureLayout.ofNumbers(2);

  private static LevelMixture mixture(Mode mode) {
    Matrix unit = Matrix.ofRows(new double[] {1, 0}, new double[] {0, 1});
    Matrix ones = Matrix.ofRows(new double[] {1, 1});
    return new LevelMixture(
        mode,
        new double[] {0.5, 0.5},
        Matrix.ofRows(new double[] {-4, 0}, new double[] {4, 0}),
        switch (mode) {
          case DIAGONAL -> List.of(ones, ones);
          case TIED -> List.of(unit);
          case FULL -> List.of(unit, unit);
        },
        Matrix.zeros(2, 0));
  }

  private static Matrix records(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return Matrix.zeros(RECORDS, 2)
        .map((i, j, zero) -> (j == 0 ? 8 * (i % 2) - 4 : 0) + random.nextGaussian());
  }

  private static LevelMixture released(Matrix records, Mode mode, int smallestGroup) {
    SealedMixtureRelease release = new SealedMixtureRelease(mixture(mode), LAYOUT);
    long[] all = new long[LevelTotals.size(2, 0)];
    for (int i = 0; i < records.rows(); i++) {
      LevelTotals.add(1, records.row(i), new double[0], all);
    }
    long[] totals = release.totals(records).counts().toArray();
    return release.released(
        HiddenRounding.withDigest(totals, HiddenRounding.digest(records)),
        LevelTotals.of(all, 2, new int[0]),
        smallestGroup);
  }

  /**
   * Who knows all other records and the number of records of a component takes these off its mean.
   * Without noise that is the record; with it, less than half of its variance is explained.
   */
  @ParameterizedTest
  @EnumSource(Mode.class)
  void aMeanLessTheOtherRecordsIsNotTheLastOne(Mode mode) {
    double noisy = 0;
    double exact = 0;
    for (int seed = 0; seed < TRIALS; seed++) {
      Matrix records = records(seed);
      noisy += square(error(records, released(records, mode, 10)));
      exact += square(error(records, released(records, mode, 1)));
    }
    assertThat(Math.sqrt(exact / TRIALS)).as("with K = 1 it is").isLessThan(0.1);
    assertThat(Math.sqrt(noisy / TRIALS)).as("deviations of a record").isGreaterThan(1);
  }

  /** The error of the second value of the first record, which is in the first component. */
  private static double error(Matrix records, LevelMixture released) {
    double others = 0;
    for (int i = 2; i < RECORDS; i += 2) {
      others += Math.max(-3, Math.min(3, records.at(i, 1)));
    }
    double own = Math.max(-3, Math.min(3, records.at(0, 1)));
    return released.means().at(0, 1) * (RECORDS / 2.0) - others - own;
  }

  private static double square(double value) {
    return value * value;
  }

  @Test
  void theSameRecordsHaveTheSameNoiseAndOthersAnother() {
    Matrix records = records(1);
    LevelMixture first = released(records, Mode.FULL, 10);
    assertThat(released(records, Mode.FULL, 10).means().array()).isEqualTo(first.means().array());
    Matrix other = records.map((i, j, value) -> i == 0 && j == 0 ? value + 1e-6 : value);
    LevelMixture second = released(other, Mode.FULL, 10);
    assertThat(Arrays.equals(second.means().array(), first.means().array())).isFalse();
    assertThat(Math.abs(second.means().at(0, 0) - first.means().at(0, 0))).isGreaterThan(1e-4);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void aMixtureIsReadAsItWasWritten(Mode mode) {
    LevelMixture mixture = released(records(2), mode, 10);
    long[] numbers = new long[SealedMixtureRelease.numbers(mode, 2, LAYOUT)];
    SealedMixtureRelease.write(mixture, numbers, 0);
    LevelMixture read = SealedMixtureRelease.read(mode, 2, LAYOUT, numbers, 0);
    assertThat(read.means().array())
        .usingComparatorWithPrecision(1e-8)
        .containsExactly(mixture.means().array());
    assertThat(read.roots()).hasSameSizeAs(mixture.roots());
  }
}
