package io.coterie.method.sppfgc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.SiteStructure;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Structures that have the shape that was asked for, but that no records can give. */
class StructureReplyTest {
  static Stream<Arguments> lies() {
    return Stream.of(
        Arguments.of(structures(false), structure(-1, 1), "fewer records than none"),
        Arguments.of(structures(false), structure(1, -1), "not positive semidefinite"),
        Arguments.of(structures(false), graphs(3, 0, 0), "more prototypes than clusters"),
        Arguments.of(structures("coarse"), graphs(30, 30, 181), "more edges than its records"));
  }

  @ParameterizedTest
  @MethodSource("lies")
  void isRefused(Reply<?> reply, SiteStructure lie, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reply.check(lie))
        .withMessageContaining(reason);
  }

  private static Reply<SiteStructure> structures(boolean isNoisy) {
    MethodOptions options = MethodOptions.none();
    return structures(isNoisy ? options.with("epsilon", "1") : options);
  }

  private static Reply<SiteStructure> structures(String resolution) {
    return structures(MethodOptions.none().with("resolution", resolution).with("neighbors", "2"));
  }

  /** Asks for the structure of two clusters of one feature. */
  private static Reply<SiteStructure> structures(MethodOptions options) {
    return StructureReply.of(
        context(),
        StudyPlan.of("spp-fgc", 2, InputPlan.automatic(InputKind.table(), 1))
            .with(PrivacyPlan.component())
            .with(options));
  }

  /** Prototypes of a record each, and so many edges between them. */
  private static SiteStructure graphs(int prototypes, int nodes, int edges) {
    var builder = SparseGraph.builder(nodes);
    for (int i = 0, left = edges; i < nodes; i++) {
      for (int j = 0; j < i && left > 0; j++, left--) {
        builder.add(i, j, 1);
      }
    }
    double[] ones = new double[prototypes];
    Arrays.fill(ones, 1);
    return new SiteStructure(
        Vector.of(ones),
        Matrix.zeros(prototypes, 1),
        Matrix.zeros(prototypes, 1),
        SiteGraph.ofPrototypes(builder.build()));
  }

  @Test
  void aGraphMayHaveAsManyEdgesAsItsRecordsHaveNeighbors() {
    assertThatCode(() -> structures("coarse").check(graphs(30, 30, 180)))
        .doesNotThrowAnyException();
  }

  @Test
  void whatCanBeKnownOfTheLengthOfAStructureIsSaid() {
    assertThat(structures(false).mostNumbers()).hasValue(2 * 3 + 2);
    assertThat(structures("coarse").mostNumbers()).isEmpty();
  }

  @Test
  void noiseMayMakeASpreadImpossible() {
    assertThatCode(() -> structures(true).check(structure(1, -1))).doesNotThrowAnyException();
  }

  private static SiteStructure structure(double count, double variance) {
    return new SiteStructure(
        Vector.of(count),
        Matrix.zeros(1, 1),
        Matrix.over(1, 1, new double[] {variance}),
        SiteGraph.withheld(true, 1));
  }

  private static CoordinatorContext context() {
    return new CoordinatorContext(new Seed(1), Parallel.sequential(), (name, value) -> {}, 1);
  }
}
