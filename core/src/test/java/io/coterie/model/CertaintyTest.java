package io.coterie.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.features.FeatureLayout;
import io.coterie.features.Representation;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.model.internal.AnchorEmbedding;
import io.coterie.model.internal.AnchorVotes;
import io.coterie.model.internal.LevelMixtureModel;
import io.coterie.model.internal.MixtureModel;
import io.coterie.model.internal.NearestDirection;
import io.coterie.model.internal.NearestPrototype;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CertaintyTest {
  private static final Parallel ONE = Parallel.sequential();

  private static double[] row(double... values) {
    return values;
  }

  private static FittedModel fitted(int dimension, ClusterModel clusters) {
    return new FittedModel(dimension, Representation.identity(), clusters);
  }

  private static Certainty of(ClusterModel model, double[]... records) {
    Matrix rows = Matrix.ofRows(records);
    FittedModel.Answer answer = fitted(rows.columns(), model).answer(rows, ONE);
    assertThat(answer.labels()).isEqualTo(model.label(rows, ONE));
    return answer.certainty();
  }

  private static MixtureModel mixture() {
    Matrix unit = Matrix.ofRows(row(1, 0), row(0, 1));
    return MixtureModel.of(
        GaussianMixture.of(
            new double[] {0.5, 0.5}, Matrix.ofRows(row(-3, 0), row(3, 0)), List.of(unit)));
  }

  @Test
  void aMixtureGivesProbabilities() {
    Certainty found = of(mixture(), row(-3, 0), row(0.1, 0));
    assertThat(found.probability(0)).isCloseTo(1, within(1e-6f));
    assertThat(found.second(0)).isEqualTo(1);
    double odds = Math.exp((9.61 - 8.41) / 2); // squared distances 3.1² and 2.9²
    assertThat(found.probability(1)).isCloseTo((float) (odds / (1 + odds)), within(1e-5f));
    assertThat(found.margin(1)).isCloseTo((float) ((odds - 1) / (odds + 1)), within(1e-5f));
    assertThat(found.second(1)).isZero();
  }

  @Test
  void ofTheClustersOfComponentsTheProbabilitiesAddUp() {
    Matrix one = Matrix.ofRows(row(1));
    MixtureModel model =
        new MixtureModel(
            GaussianMixture.of(
                new double[] {0.25, 0.25, 0.5},
                Matrix.ofRows(row(-1), row(1), row(9)),
                List.of(one)),
            IntVector.of(0, 0, 1),
            2);
    assertThat(of(model, row(0)).probability(0)).isCloseTo(1, within(1e-6f));
  }

  /** The 99th percentile of chi-square with two degrees is 9.21: a distance of 3.035. */
  @Test
  void whatIsFarFromEveryClusterIsAnOutlier() {
    Certainty found = of(mixture(), row(-3, 3.03), row(-3, 3.04), row(3, -3.04), row(60, 60));
    assertThat(found.isOutlier(0)).isFalse();
    assertThat(found.isOutlier(1)).isTrue();
    assertThat(found.isOutlier(2)).isTrue();
    assertThat(found.isOutlier(3)).isTrue();
    assertThat(found.outliers()).contains(3);
  }

  @Test
  void aboutTheStatedShareOfAMixturesOwnRecordsIsFlagged() {
    Random random = new Random(7);
    double[][] records = new double[20_000][];
    for (int i = 0; i < records.length; i++) {
      records[i] = row(i % 2 * 6 - 3 + random.nextGaussian(), random.nextGaussian());
    }
    assertThat(of(mixture(), records).outliers().orElseThrow()).isBetween(160, 210);
  }

  /** One number that is there has one degree of freedom: 6.63, a distance of 2.58. */
  @Test
  void whatIsMissingLowersTheLimit() {
    LevelMixture mixture =
        new LevelMixture(
            LevelMixture.Mode.TIED,
            new double[] {0.5, 0.5},
            Matrix.ofRows(row(-3, 0), row(3, 0)),
            List.of(Matrix.ofRows(row(1, 0), row(0, 1))),
            Matrix.zeros(2, 0));
    LevelMixtureModel model = new LevelMixtureModel(mixture, FeatureLayout.ofNumbers(2));
    double gap = Double.NaN;
    Certainty found = of(model, row(gap, 2.57), row(gap, 2.58), row(gap, gap), row(3, 2.58));
    assertThat(found.isOutlier(0)).isFalse();
    assertThat(found.isOutlier(1)).isTrue();
    assertThat(found.hasLimit(2)).as("nothing is known of it").isFalse();
    assertThat(found.isOutlier(3)).isFalse();
    assertThat(found.probability(2)).isEqualTo(0.5f);
    assertThat(found.margin(2)).isZero();
  }

  @Test
  void prototypesGiveMarginsAndNoProbability() {
    NearestPrototype model =
        new NearestPrototype(Matrix.ofRows(row(0), row(1), row(10)), IntVector.of(0, 0, 1), 2);
    Certainty found = of(model, row(0), row(5.5), row(4));
    assertThat(found.probability(0)).isNaN();
    assertThat(found.margin(0)).isEqualTo(1);
    assertThat(found.margin(1)).as("4.5 from either").isZero();
    assertThat(found.margin(2)).as("3 and 6").isEqualTo(0.5f);
    assertThat(found.second(0)).isEqualTo(1);
    assertThat(found.hasLimit(0)).isFalse();
    assertThat(found.outliers()).isEmpty();
  }

  @Test
  void votesGiveSharesAsMargins() {
    Matrix anchors = Matrix.ofRows(row(0), row(1), row(2), row(3));
    AnchorVotes model = new AnchorVotes(anchors, 2, IntVector.of(0, 0, 1, 1), 2);
    Certainty found = of(model, row(-1), row(1.4));
    assertThat(found.margin(0)).isEqualTo(1);
    assertThat(found.margin(1)).isBetween(0.001f, 0.9f);
    AnchorEmbedding embedded =
        new AnchorEmbedding(
            anchors,
            1,
            Matrix.ofRows(row(1, 0), row(1, 0.1), row(0, 1), row(0.1, 1)),
            Matrix.ofRows(row(1, 0), row(0, 1)));
    assertThat(of(embedded, row(0)).margin(0)).isEqualTo(1);
    NearestDirection lines =
        new NearestDirection(Matrix.ofRows(row(1, 0), row(0, 1)), IntVector.of(0, 1), 2);
    assertThat(of(lines, row(-5, 0), row(3, 2.9)).margin(0)).isEqualTo(1);
  }

  @Test
  void aSingleClusterHasNoSecond() {
    Certainty found = of(NearestPrototype.ofCenters(Matrix.ofRows(row(0))), row(4));
    assertThat(found.second(0)).isEqualTo(-1);
    assertThat(found.margin(0)).isEqualTo(1);
  }

  @Test
  void blocksMakeNoDifference() {
    Random random = new Random(3);
    double[][] records = new double[20_000][];
    for (int i = 0; i < records.length; i++) {
      records[i] = row(4 * random.nextGaussian(), random.nextGaussian());
    }
    Matrix rows = Matrix.ofRows(records);
    FittedModel model = fitted(2, mixture());
    FittedModel.Answer answer = model.answer(rows, ONE);
    try (Parallel three = Parallel.of(3)) {
      assertThat(model.certainty(rows, answer.labels(), three)).isEqualTo(answer.certainty());
    }
    assertThat(answer.certainty().toString()).isEqualTo("Certainty[20000 records]");
  }
}
