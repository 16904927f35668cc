package io.coterie.method.anchor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.secure.HiddenRounding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scores of mixtures are of at least K records, however a mixture is chosen. */
class MixtureScoresTest {
  private static final int SMALLEST_GROUP = 10;

  /** Records at 0, .1, .2 and so on. */
  private static final Matrix RECORDS = Matrix.zeros(100, 1).map((i, j, zero) -> i / 10.0);

  private static GaussianMixture around(double mean, double deviation) {
    return GaussianMixture.of(
        new double[] {.5, .5},
        Matrix.ofRows(new double[] {mean}, new double[] {mean + deviation}),
        List.of(Matrix.ofRows(new double[] {deviation * deviation})));
  }

  private static long[] given(GaussianMixture... mixtures) {
    long[] totals = MixtureScores.totals(RECORDS, List.of(mixtures)).counts().toArray();
    return MixtureScores.rounded(
        HiddenRounding.withDigest(totals, HiddenRounding.digest(RECORDS)), SMALLEST_GROUP);
  }

  @Test
  void aMixtureNearFewRecordsTellsNothingOfThem() {
    // All but the record at 5.0, or some around it, are more than 90 deviations away.
    for (double deviation : new double[] {1e-4, 1e-3, 5e-3}) {
      long[] given = given(around(5.00003, deviation), around(1, 3));
      MixtureScores.Score narrow = MixtureScores.score(given, 0);
      assertThat(narrow.entropy()).isEqualTo(1);
      assertThat(narrow.logLikelihood()).isEqualTo(-4096);
      assertThat(given[3]).as("how many are near").isZero();
      MixtureScores.Score wide = MixtureScores.score(given, 1);
      assertThat(wide.logLikelihood()).isBetween(-5.0, -1.0);
      assertThat(wide.entropy()).isBetween(.1, 1.0);
    }
  }

  @Test
  void scoresAreMeansToAThousandth() {
    GaussianMixture mixture = around(4, 2);
    MixtureScores.Score score = MixtureScores.score(given(mixture), 0);
    double likelihood = 0;
    for (int i = 0; i < RECORDS.rows(); i++) {
      double near = Math.exp(-Math.pow(i / 10.0 - 4, 2) / 8) / 2;
      double far = Math.exp(-Math.pow(i / 10.0 - 6, 2) / 8) / 2;
      likelihood += Math.log((near + far) / Math.sqrt(8 * Math.PI)) / RECORDS.rows();
    }
    assertThat(score.logLikelihood()).isCloseTo(likelihood, within(.002));
  }
}
