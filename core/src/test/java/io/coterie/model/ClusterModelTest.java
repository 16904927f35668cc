package io.coterie.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.features.Representation;
import io.coterie.features.internal.Standardize;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.message.Fields;
import io.coterie.model.internal.AnchorEmbedding;
import io.coterie.model.internal.AnchorVotes;
import io.coterie.model.internal.MixtureModel;
import io.coterie.model.internal.NearestPrototype;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClusterModelTest {
  private static final Parallel ONE = Parallel.sequential();

  @Test
  void theNearestPrototypeDecides() {
    NearestPrototype model =
        new NearestPrototype(Matrix.ofRows(row(0), row(4), row(10)), IntVector.of(1, 0, 1), 2);

    assertThat(model.label(Matrix.ofRows(row(1.9), row(2.1), row(6.9), row(7.1)), ONE).toArray())
        .containsExactly(1, 0, 0, 1);
    assertThat(model.clusterCount()).isEqualTo(2);
  }

  @Test
  void anchorsVoteByTheirWeights() {
    // To 2.2 the nearest anchor, 2, says 0; the next two, 4 and 0, say 1. Squared distances .04,
    // 3.24, 4.84 and 14.44 give weights 14.4, 11.2 and 9.6 over 35.2: the two outweigh the one.
    Matrix anchors = Matrix.ofRows(row(0), row(2), row(4), row(6));
    Matrix record = Matrix.ofRows(row(2.2));

    assertThat(new AnchorVotes(anchors, 3, IntVector.of(1, 0, 1, 0), 2).label(record, ONE).of(0))
        .isEqualTo(1);
    assertThat(new AnchorVotes(anchors, 1, IntVector.of(1, 0, 1, 0), 2).label(record, ONE).of(0))
        .isEqualTo(0);
    // One near anchor outweighs two at the edge: squared distances 0, 25, 25.5 and 26.01.
    Matrix ring = Matrix.ofRows(row(0), row(5), row(-Math.sqrt(25.5)), row(5.1));
    assertThat(
            new AnchorVotes(ring, 3, IntVector.of(0, 1, 1, 1), 2)
                .label(Matrix.ofRows(row(0)), ONE)
                .of(0))
        .isEqualTo(0);
    // With three voices for three clusters the nearest has the most weight.
    assertThat(new AnchorVotes(anchors, 3, IntVector.of(1, 0, 2, 0), 3).label(record, ONE).of(0))
        .isEqualTo(0);
  }

  @Test
  void anEmbeddedRecordJoinsTheNearestCenterByDirection() {
    // Record 1 weighs anchors 0 and 2 equally: (1, 0) + (0, 4), halved, points near the second
    // axis.
    AnchorEmbedding model =
        new AnchorEmbedding(
            Matrix.ofRows(row(0), row(2), row(100)),
            2,
            Matrix.ofRows(row(1, 0), row(0, 4), row(0, -1)),
            Matrix.ofRows(row(1, 0), row(0, 1), row(0, -1)));

    assertThat(model.label(Matrix.ofRows(row(1), row(-30)), ONE).toArray()).containsExactly(1, 1);
    assertThat(model.clusterCount()).isEqualTo(3);
    // Without its scaling to length one the row (½, 2) would be nearest to a center at (.2, .1).
    AnchorEmbedding lengths =
        new AnchorEmbedding(
            Matrix.ofRows(row(0), row(2), row(100)),
            2,
            Matrix.ofRows(row(0.1, 0), row(0.1, 0.02), row(0, -1)),
            Matrix.ofRows(row(1, 0), row(0.2, 0.1), row(0, -1)));
    assertThat(lengths.label(Matrix.ofRows(row(1)), ONE).of(0)).isZero();
  }

  @Test
  void theMostLikelyComponentDecidesAndNamesItsCluster() {
    // At 2 the wide component wins over the narrow one, although both means are equally far.
    GaussianMixture mixture =
        GaussianMixture.of(
            new double[] {0.5, 0.5},
            Matrix.ofRows(row(0), row(4)),
            List.of(Matrix.ofRows(row(0.01)), Matrix.ofRows(row(4))));
    MixtureModel model = new MixtureModel(mixture, IntVector.of(2, 0), 3);

    assertThat(model.label(Matrix.ofRows(row(2), row(0.1), row(5)), ONE).toArray())
        .containsExactly(0, 2, 0);
    assertThat(MixtureModel.of(mixture).label(Matrix.ofRows(row(2)), ONE).of(0)).isEqualTo(1);
  }

  static Stream<ClusterModel> models() {
    Matrix points = random(6, 3, 1);
    return Stream.of(
        new NearestPrototype(points, IntVector.of(0, 1, 2, 0, 1, 2), 3),
        new AnchorVotes(points, 4, IntVector.of(0, 1, 2, 0, 1, 2), 3),
        new AnchorEmbedding(points, 2, random(6, 4, 2), random(3, 4, 3)),
        new MixtureModel(
            GaussianMixture.of(
                new double[] {0.25, 0.75},
                points.selectRows(new int[] {0, 1}),
                List.of(diagonal(1, 2, 3), diagonal(2, 1, 0.5))),
            IntVector.of(1, 0),
            2),
        MixtureModel.of(
            GaussianMixture.of(
                new double[] {0.25, 0.75},
                points.selectRows(new int[] {0, 1}),
                List.of(diagonal(1, 2, 3)))));
  }

  @ParameterizedTest
  @MethodSource("models")
  void aModelComesBackFromItsFields(ClusterModel model) {
    Matrix records = random(500, 3, 9);

    ClusterModel again = ClusterModel.of(model.kind(), new Fields(model.kind(), model.fields()));

    assertThat(again).hasSameClassAs(model);
    assertThat(again.clusterCount()).isEqualTo(model.clusterCount());
    assertThat(again.label(records, ONE)).isEqualTo(model.label(records, ONE));
    assertThat(Arrays.stream(model.label(records, ONE).toArray()).distinct().count())
        .isGreaterThan(1);
  }

  @Test
  void modelsThatDoNotFitTogetherCannotBeBuilt() {
    Matrix two = Matrix.zeros(2, 1);
    refused(() -> new NearestPrototype(two, IntVector.of(0), 1));
    refused(() -> new NearestPrototype(two, IntVector.of(0, 2), 2));
    refused(() -> new AnchorVotes(two, 1, IntVector.of(0), 1));
    refused(() -> new AnchorVotes(two, 1, IntVector.of(0, 1), 1));
    refused(() -> new AnchorEmbedding(two, 1, Matrix.zeros(3, 2), Matrix.zeros(1, 2)));
    refused(() -> new AnchorEmbedding(two, 1, Matrix.zeros(2, 2), Matrix.zeros(1, 3)));
    refused(() -> ClusterModel.of("forest", new Fields("forest", List.of())));
    GaussianMixture one =
        GaussianMixture.of(new double[] {1}, Matrix.zeros(1, 1), List.of(Matrix.ofRows(row(1))));
    refused(() -> new MixtureModel(one, IntVector.of(0, 0), 1));
    refused(() -> new MixtureModel(one, IntVector.of(1), 1));
  }

  @Test
  void aFittedModelRepresentsBeforeItLabels() {
    FittedModel model =
        new FittedModel(
            1,
            new Representation(List.of(new Standardize(Vector.of(100), Vector.of(10)))),
            new NearestPrototype(Matrix.ofRows(row(-1), row(1)), IntVector.of(0, 1), 2));

    assertThat(model.predict(Matrix.ofRows(row(99), row(101)), ONE).toArray())
        .containsExactly(0, 1);
    assertThat(model.predict(Matrix.zeros(0, 1), ONE).size()).isZero();
    assertThatThrownBy(() -> model.predict(Matrix.zeros(3, 2), ONE))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("2 features, the model was made for 1")
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(ErrorCode.BAD_DATA);
  }

  private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call);
  }

  private static Matrix diagonal(double... values) {
    Matrix matrix = Matrix.zeros(values.length, values.length);
    for (int i = 0; i < values.length; i++) {
      matrix.set(i, i, values[i]);
    }
    return matrix;
  }

  private static Matrix random(int rows, int columns, long seed) {
    SplittableRandom random = new Seed(seed).random();
    Matrix matrix = Matrix.zeros(rows, columns);
    for (int i = 0; i < matrix.array().length; i++) {
      matrix.array()[i] = random.nextGaussian();
    }
    return matrix;
  }

  private static double[] row(double... values) {
    return values;
  }
}
