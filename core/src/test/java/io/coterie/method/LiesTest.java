package io.coterie.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.MixtureSums;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.ClusterMoments;
import io.coterie.message.internal.FeatureRange;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.Microclusters;
import io.coterie.message.internal.MixtureTotals;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.internal.check.NormBound;
import io.coterie.method.internal.check.Replies;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages that decode and have the shape that was asked for, but that no records can give. */
class LiesTest {
  private static final double MANY = 0x1p41;

  static Stream<Arguments> lies() {
    return Stream.of(
        lie("counts below none", groups(Vector.of(-1, 2), 0), "fewer records than none"),
        lie("huge counts", groups(Vector.of(1, MANY), 0), "more than 2^40 records"),
        lie("a sum of nobody", groups(Vector.of(0, 2), 5), "without records has a sum"),
        lie("infinity by the back door", groups(Vector.of(1, 2), 1e101), "beyond 1e100"),
        lie("more values than records", features(3, 4, 0), "more than there are records"),
        lie("a negative number of records", features(-1, 0, 0), "less than no record"),
        lie("a sum of missing values", features(3, 0, 1), "without values has a sum"),
        lie("squares below zero", scatter(-1, 0, 1), "not positive semidefinite"),
        lie("a correlation above one", scatter(1, 1.1, 1), "not positive semidefinite"),
        lie("three features all against each other", opposed(3), "not positive semidefinite"),
        lie("the same of many features", opposed(300), "not positive semidefinite"),
        lie(
            "clusters farther apart than all records",
            new ClusterMoments(
                Vector.of(1, 1),
                Matrix.over(2, 1, new double[] {-5, 5}),
                FeatureScatter.of(Matrix.over(1, 1, new double[] {10}))),
            "larger than its scatter"),
        lie("a mean beyond the squares", mixture(2, 5, 1), "not positive semidefinite together"),
        lie("more posteriors than people", mixture(MANY, 0, 1), "more than 2^40 records"),
        lie("rows that do not sum", graph(1, 0.5, 1, 9), "does not sum to the anchor's mass"),
        lie("two anchors joined too much", graph(1, 2, 1, 3), "more than each to itself"),
        lie("a graph of no inner products", ring(), "graph is not positive semidefinite"),
        lie("a negative mass", graph(0, 0, 1, -1), "fewer records than none"),
        lie("weights of too many records", new WeightSums(MANY, Vector.of(1), 0), "than 2^40"));
  }

  private static Arguments lie(String name, SumPayload<?> sums, String reason) {
    return Arguments.of(name, sums, reason);
  }

  private static AnchorSums groups(Vector counts, double first) {
    return new AnchorSums(counts, Matrix.over(2, 1, new double[] {first, 1}));
  }

  private static FeatureSums features(double records, double present, double sum) {
    return new FeatureSums(records, Vector.of(present), Vector.of(sum));
  }

  private static FeatureScatter scatter(double first, double both, double second) {
    return FeatureScatter.of(Matrix.over(2, 2, new double[] {first, both, both, second}));
  }

  /** Every pair of features could be so, but all of them together cannot. */
  private static FeatureScatter opposed(int features) {
    Matrix matrix = Matrix.zeros(features, features);
    for (int i = 0; i < features; i++) {
      for (int j = 0; j < features; j++) {
        matrix.set(i, j, i == j ? 1 : -0.9);
      }
    }
    return FeatureScatter.of(matrix);
  }

  private static MixtureTotals mixture(double count, double first, double second) {
    return new MixtureTotals(
        List.of(
            new MixtureSums(
                new double[1],
                new double[] {count},
                Matrix.over(1, 1, new double[] {first}),
                Matrix.over(1, 1, new double[] {second}),
                0,
                0)));
  }

  private static AnchorGraph graph(double first, double both, double second, double mass) {
    return new AnchorGraph(
        SparseGraph.builder(2).add(0, 0, first).add(0, 1, both).add(1, 1, second).build(),
        Vector.of(mass, both + second));
  }

  /** Five anchors in a ring, each joined to its neighbors as to itself: 1 + 2 cos(4π/5) < 0. */
  private static AnchorGraph ring() {
    var builder = SparseGraph.builder(5);
    for (int i = 0; i < 5; i++) {
      builder.add(i, i, 1).add(i, (i + 1) % 5, 0.99);
    }
    return new AnchorGraph(builder.build(), Vector.of(2.98, 2.98, 2.98, 2.98, 2.98));
  }

  /** As of records that are far from a component: rounding makes its sums those of no records. */
  @Test
  void sumsOfTheSizeOfRoundingErrorsAreNoLie() {
    double least = Double.MIN_VALUE;
    MixtureTotals honest =
        new MixtureTotals(
            List.of(
                new MixtureSums(
                    new double[1],
                    new double[] {100, least},
                    Matrix.over(2, 1, new double[] {50, 2 * least}),
                    Matrix.over(2, 1, new double[] {60, least}),
                    0,
                    0)));

    Reply.sum(MixtureTotals.zero(1, 2, 1)).check(honest);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lies")
  <T extends SumPayload<T>> void isRefused(String name, SumPayload<T> lie, String reason) {
    Reply<?> reply = Reply.sum(zero(lie));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> reply.check(lie))
        .withMessageContaining(reason);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lies")
  <T extends SumPayload<T>> void endsTheStudyWhereItIsATotalUnderMasks(
      String name, SumPayload<T> lie, String reason) {
    Reply<?> reply = Reply.sum(zero(lie));

    assertThatThrownBy(() -> reply.total(1, () -> new SiteMessage("all", lie)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("cannot be one of honest sites")
        .hasMessageContaining("sums plain");
  }

  @SuppressWarnings("unchecked")
  private static <T extends SumPayload<T>> T zero(SumPayload<T> sums) {
    return (T)
        PayloadKinds.typed(
            sums.kind(),
            sums.fields().stream()
                .map(
                    field ->
                        field instanceof Field.Edges edges
                            ? new Field.Edges(
                                field.name(),
                                SparseGraph.builder(edges.graph().nodeCount()).build())
                            : zeros((Field.Numbers) field))
                .toList());
  }

  private static Field zeros(Field.Numbers numbers) {
    return new Field.Numbers(
        numbers.name(), Matrix.zeros(numbers.values().rows(), numbers.values().columns()));
  }

  @Test
  void aTotalMayHaveTheRecordsOfAllSites() {
    Reply<AnchorSums> reply = Reply.sum(AnchorSums.zero(2, 1));
    AnchorSums total = groups(Vector.of(1, MANY), 0);

    assertThat(reply.total(3, () -> new SiteMessage("all", total)).payload()).isSameAs(total);
  }

  static Stream<Arguments> others() {
    Reply<Microclusters> groups = Replies.groups(context(NormBound.unknown()));
    return Stream.of(
        Arguments.of(groups, micro(MANY, 1), "more than 2^40 records"),
        Arguments.of(groups, micro(1, 1e200), "beyond 1e100"),
        Arguments.of(Replies.range(1), range(3, 2), "smallest value is above its largest"),
        Arguments.of(Replies.range(1), range(-1e200, 2), "beyond 1e100"),
        Arguments.of(Replies.range(1), range(Double.NaN, 2), "not finite"));
  }

  private static Microclusters micro(double count, double mean) {
    return new Microclusters(Vector.of(count), Matrix.over(1, 1, new double[] {mean}));
  }

  private static FeatureRange range(double smallest, double largest) {
    return new FeatureRange(Vector.of(smallest), Vector.of(largest));
  }

  private static CoordinatorContext context(NormBound reach) {
    return new CoordinatorContext(
        new Seed(1),
        Parallel.sequential(),
        (name, value) -> {},
        1,
        io.coterie.message.internal.SumUnit.NONE,
        reach,
        java.util.Optional.empty());
  }

  @ParameterizedTest
  @MethodSource("others")
  void isRefusedWhereItIsNoSum(Reply<?> reply, Payload lie, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reply.check(lie))
        .withMessageContaining(reason);
  }

  @Test
  void aFeatureWithoutValuesHasNoRange() {
    assertThatCode(() -> Replies.range(1).check(FeatureRange.none(1))).doesNotThrowAnyException();
  }

  @Test
  void anchorsOutsideThePublicBoundsAreRefused() {
    Project onto = new Project(Vector.of(0.5), Matrix.over(1, 1, new double[] {1}));
    NormBound reach = NormBound.of(new Representation(List.of(new NormalizeRows(2), onto)));

    assertThat(reach.length()).isEqualTo(1.5);
    Reply<Microclusters> groups = Replies.groups(context(reach));
    assertThatCode(() -> groups.check(micro(3, 1.5))).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> groups.check(micro(3, 1.6)))
        .withMessageContaining("outside the public bounds: no record is longer than 1.50");
    Reply<AnchorSums> sums = Reply.sum(AnchorSums.zero(2, 1), reach::requireSums);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sums.check(groups(Vector.of(2, 1), 3.1)))
        .withMessageContaining("outside the public bounds");
  }

  @Test
  void aScatterLargerThanThePublicBoundsAllowIsRefused() {
    NormBound reach = new NormBound(1);
    FeatureScatter scatter = FeatureScatter.of(Matrix.over(1, 1, new double[] {50}));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> reach.requireScatter(scatter, Vector.of(0), 49))
        .withMessageContaining("larger than that of all records");
    assertThatCode(() -> reach.requireScatter(scatter, Vector.of(0), 50))
        .doesNotThrowAnyException();
  }

  @Test
  void ofATableNothingIsKnownInAdvance() {
    assertThat(NormBound.of(Representation.identity())).isEqualTo(NormBound.unknown());
    assertThatCode(() -> Replies.groups(context(NormBound.unknown())).check(micro(1, 1e50)))
        .doesNotThrowAnyException();
  }
}
