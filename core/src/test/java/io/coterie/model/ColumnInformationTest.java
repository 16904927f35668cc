package io.coterie.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.features.FeatureLayout;
import io.coterie.features.Representation;
import io.coterie.features.internal.LevelIndicators;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.YeoJohnson;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.model.internal.LevelMixtureModel;
import io.coterie.model.internal.MixtureModel;
import io.coterie.model.internal.NearestPrototype;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ColumnInformationTest {
  private static final Matrix ONE = Matrix.ofRows(new double[] {1});

  private static final Matrix IDENTITY = Matrix.zeros(2, 2).map((i, j, zero) -> i == j ? 1 : 0);

  /** A number, a column that is left out, three levels, and a number with two values. */
  private static FittedModel mixed() {
    double[][] shares = {{0.5, 0.25, 0.25, 0.9, 0.1}, {0.25, 0.5, 0.25, 0.1, 0.9}};
    LevelMixture mixture =
        new LevelMixture(
            Mode.DIAGONAL,
            new double[] {0.5, 0.5},
            Matrix.ofRows(new double[] {1}, new double[] {-1}),
            List.of(ONE, ONE),
            Matrix.ofRows(shares).map((k, l, share) -> Math.log(share)));
    FeatureLayout layout =
        new FeatureLayout(
            IntVector.of(0, 3, 1),
            Vector.of(new double[5]),
            Vector.of(1, 1, 1, 1, 1),
            Vector.of(new double[5]),
            Vector.of(1, 1, 1),
            false);
    LevelIndicators indicators =
        new LevelIndicators(IntVector.of(0, -1, 4, 0), IntVector.of(0, 1, 2, 2));
    return new FittedModel(
        4,
        new Representation(List.of(indicators, new YeoJohnson(IntVector.of(0, 2, 2, 2, 2)))),
        new LevelMixtureModel(mixture, layout));
  }

  @Test
  void knownSharesComeOut() {
    List<OptionalDouble> shares = ColumnInformation.of(mixed()).orElseThrow().shares();

    // Two normals one deviation to either side: 0.4859 bits of one, as of a binary channel.
    assertThat(shares.get(0).orElseThrow()).isCloseTo(0.4859, within(1e-4));
    assertThat(shares.get(1)).isEmpty();
    double first = 0.5 * (Math.log(0.5 / 0.375) / Math.log(2));
    double second = 0.25 * (Math.log(0.25 / 0.375) / Math.log(2));
    assertThat(shares.get(2).orElseThrow()).isCloseTo(first + second, within(1e-12));
    double entropy = -(0.9 * Math.log(0.9) + 0.1 * Math.log(0.1)) / Math.log(2);
    assertThat(shares.get(3).orElseThrow()).isCloseTo(1 - entropy, within(1e-12));
  }

  /** Two components of one cluster beside each other say nothing of it. */
  @Test
  void onlyClustersCountNotTheirComponents() {
    GaussianMixture mixture =
        GaussianMixture.of(
            new double[] {0.25, 0.25, 0.25, 0.25},
            Matrix.ofRows(
                new double[] {-9, -9},
                new double[] {9, -9},
                new double[] {-9, 9},
                new double[] {9, 9}),
            List.of(IDENTITY));
    MixtureModel model = new MixtureModel(mixture, IntVector.of(0, 0, 1, 1), 2);
    List<OptionalDouble> shares =
        ColumnInformation.of(new FittedModel(2, Representation.identity(), model))
            .orElseThrow()
            .shares();

    assertThat(shares.get(0).orElseThrow()).isCloseTo(0, within(1e-12));
    assertThat(shares.get(1).orElseThrow()).isCloseTo(1, within(1e-12));
  }

  @Test
  void modelsOfBeforeHaveColumnsOfOneWeight() {
    LevelMixtureModel model = (LevelMixtureModel) mixed().clusters();
    FeatureLayout layout = model.layout();
    Vector weights = Vector.of(1, 0.5, 1);
    LevelMixtureModel weighed =
        new LevelMixtureModel(
            model.mixture(),
            new FeatureLayout(
                layout.sizes(),
                layout.offsets(),
                layout.factors(),
                layout.rounding(),
                weights,
                false));
    List<Field> fields = weighed.fields();
    List<Field> before =
        fields.stream().filter(field -> !field.name().equals("column-weights")).toList();
    // The number speaks for the second cluster by 2 x .3, the first level for the first by ln 2.
    Matrix record = Matrix.ofRows(new double[] {-0.3, 1, 0, 0, Double.NaN});

    assertThat(again(fields).layout().columnWeights()).isEqualTo(weights);
    assertThat(again(before).layout().columnWeights()).isEqualTo(Vector.of(1, 1, 1));
    assertThat(again(before).label(record, Parallel.sequential()).of(0)).isZero();
    assertThat(again(fields).label(record, Parallel.sequential()).of(0)).isEqualTo(1);
  }

  private static LevelMixtureModel again(List<Field> fields) {
    return LevelMixtureModel.of(new Fields("level-mixture", fields));
  }

  @Test
  void modelsWithoutSpreadsOrColumnsHaveNone() {
    Matrix centers = Matrix.ofRows(new double[] {0, 0}, new double[] {9, 9});
    FittedModel prototypes =
        new FittedModel(2, Representation.identity(), NearestPrototype.ofCenters(centers));
    Project rotation =
        new Project(Vector.of(0, 0), Matrix.ofRows(new double[] {1, 1}, new double[] {1, -1}));
    MixtureModel mixture =
        MixtureModel.of(GaussianMixture.of(new double[] {0.5, 0.5}, centers, List.of(IDENTITY)));

    assertThat(ColumnInformation.of(prototypes)).isEmpty();
    assertThat(
            ColumnInformation.of(
                new FittedModel(2, new Representation(List.of(rotation)), mixture)))
        .isEmpty();
  }
}
