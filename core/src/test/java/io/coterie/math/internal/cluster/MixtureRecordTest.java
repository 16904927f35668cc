package io.coterie.math.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Posteriors by hand, and missing values by the marginal of a small Gaussian. */
class MixtureRecordTest {
  private static final Matrix NO_LEVELS = Matrix.zeros(2, 0);
  private static final double[] NONE = {};

  /** Components at (0, 0) and (2, 0) with covariance ((1, ½), (½, 1)). */
  private static LevelMixture tied() {
    return new LevelMixture(
        Mode.TIED,
        new double[] {0.25, 0.75},
        Matrix.ofRows(new double[] {0, 0}, new double[] {2, 0}),
        List.of(Matrix.ofRows(new double[] {1, 0}, new double[] {0.5, Math.sqrt(0.75)})),
        NO_LEVELS);
  }

  private static double normal(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  @Test
  void whatIsMissingIsIntegratedOut() {
    MixtureRecord record = new MixtureRecord(tied());
    double log = record.expect(new double[] {0.5, Double.NaN}, NONE);
    double first = 0.25 * normal(0.5);
    double second = 0.75 * normal(-1.5);
    assertThat(log).isCloseTo(Math.log(first + second), within(1e-12));
    assertThat(record.posterior(0)).isCloseTo(first / (first + second), within(1e-12));
    assertThat(record.numbers(0)).containsExactly(new double[] {0.5, 0.25}, within(1e-12));
    assertThat(record.numbers(1)).containsExactly(new double[] {0.5, -0.75}, within(1e-12));
    assertThat(record.missing()).containsExactly(1);
    assertThat(record.rest(0, 0, 0)).isCloseTo(0.75, within(1e-12));
  }

  @Test
  void aRecordWithNothingIsAsLikelyAsTheWeights() {
    MixtureRecord record = new MixtureRecord(tied());
    assertThat(record.expect(new double[] {Double.NaN, Double.NaN}, NONE))
        .isCloseTo(0, within(1e-12));
    assertThat(record.posterior(1)).isCloseTo(0.75, within(1e-12));
    assertThat(record.numbers(1)).containsExactly(new double[] {2, 0}, within(1e-12));
    assertThat(record.rest(1, 0, 1)).isCloseTo(0.5, within(1e-12));
    assertThat(record.likeliest()).isEqualTo(1);
  }

  @Test
  void everyModeSaysTheSameOfRoundComponents() {
    Matrix means = Matrix.ofRows(new double[] {0, 1}, new double[] {1, -1});
    double[] weights = {0.5, 0.5};
    Matrix unit = Matrix.ofRows(new double[] {1, 0}, new double[] {0, 1});
    Matrix ones = Matrix.ofRows(new double[] {1, 1});
    List<LevelMixture> same =
        List.of(
            new LevelMixture(Mode.TIED, weights, means, List.of(unit), NO_LEVELS),
            new LevelMixture(Mode.FULL, weights, means, List.of(unit, unit), NO_LEVELS),
            new LevelMixture(Mode.DIAGONAL, weights, means, List.of(ones, ones), NO_LEVELS));
    for (double[] numbers : List.of(new double[] {0.3, 0.2}, new double[] {Double.NaN, 0.2})) {
      double expected = new MixtureRecord(same.get(0)).expect(numbers, NONE);
      for (LevelMixture mixture : same) {
        MixtureRecord record = new MixtureRecord(mixture);
        assertThat(record.expect(numbers, NONE)).isCloseTo(expected, within(1e-12));
        double entropy = 0;
        for (int c = 0; c < 2; c++) {
          entropy -= record.posterior(c) * Math.log(record.posterior(c));
        }
        assertThat(record.entropy()).isCloseTo(entropy, within(1e-12));
      }
    }
  }

  @Test
  void levelsCountAndMissingOnesDoNot() {
    LevelMixture mixture =
        new LevelMixture(
            Mode.DIAGONAL,
            new double[] {0.5, 0.5},
            Matrix.zeros(2, 0),
            List.of(Matrix.zeros(1, 0)),
            Matrix.ofRows(
                new double[] {Math.log(0.9), Math.log(0.1)},
                new double[] {Math.log(0.3), Math.log(0.7)}));
    MixtureRecord record = new MixtureRecord(mixture);
    record.expect(NONE, new double[] {1, 0});
    assertThat(record.posterior(0)).isCloseTo(0.75, within(1e-12));
    record.expect(NONE, new double[] {0, 0});
    assertThat(record.posterior(0)).isCloseTo(0.5, within(1e-12));
  }
}
