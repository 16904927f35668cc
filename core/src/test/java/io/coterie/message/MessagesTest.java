package io.coterie.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.ClusterMoments;
import io.coterie.message.internal.FeatureRange;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.GroupClusters;
import io.coterie.message.internal.Microclusters;
import io.coterie.message.internal.SiteStructure;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessagesTest {
  @Test
  void totalsAddEverySite() {
    List<SiteMessage> messages =
        List.of(
            new SiteMessage("a", new FeatureSums(2, Vector.of(2, 1), Vector.of(3, 4))),
            new SiteMessage("b", new FeatureSums(5, Vector.of(5, 5), Vector.of(-1, 10))),
            new SiteMessage("c", new FeatureSums(1, Vector.of(0, 1), Vector.of(0, 0.5))));

    assertThat(SiteMessage.total(messages, FeatureSums.class))
        .isEqualTo(new FeatureSums(8, Vector.of(7, 7), Vector.of(2, 14.5)));
  }

  @Test
  void totalsOfAnchorSumsAndGraphsAddTheirParts() {
    AnchorSums sums =
        total(
            AnchorSums.class,
            new AnchorSums(Vector.of(1, 2), Matrix.ofRows(row(1, 1), row(2, 2))),
            new AnchorSums(Vector.of(3, 0), Matrix.ofRows(row(5, 6), row(0, 0))));
    assertThat(sums.counts()).isEqualTo(Vector.of(4, 2));
    assertThat(sums.sums().array()).containsExactly(6, 7, 2, 2);

    AnchorGraph graph =
        total(
            AnchorGraph.class,
            new AnchorGraph(SparseGraph.builder(2).add(0, 1, 0.5).build(), Vector.of(1, 1)),
            new AnchorGraph(
                SparseGraph.builder(2).add(0, 1, 0.25).add(1, 1, 2).build(), Vector.of(0, 3)));
    assertThat(graph.gram().weight(0, 1)).isEqualTo(0.75);
    assertThat(graph.gram().weight(1, 1)).isEqualTo(2);
    assertThat(graph.mass()).isEqualTo(Vector.of(1, 4));
  }

  @Test
  void scatterKeepsTheSymmetricMatrix() {
    Matrix symmetric = Matrix.ofRows(row(1, 2, 3), row(2, 4, 5), row(3, 5, 6));
    FeatureScatter scatter = FeatureScatter.of(symmetric);

    assertThat(scatter.triangle().array()).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(scatter.plus(scatter).symmetric().array())
        .containsExactly(symmetric.plus(symmetric).array());
  }

  @Test
  void rangesUniteAndIgnoreWhollyMissingFeatures() {
    double none = Double.POSITIVE_INFINITY;
    FeatureRange united =
        new FeatureRange(Vector.of(1, none), Vector.of(4, -none))
            .union(new FeatureRange(Vector.of(-2, 3), Vector.of(2, 3)));

    assertThat(united).isEqualTo(new FeatureRange(Vector.of(-2, 3), Vector.of(4, 3)));
  }

  @Test
  void aTotalOfNothingIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SiteMessage.total(List.of(), FeatureSums.class));
  }

  @Test
  void anAnswerOfAnotherKindNamesTheSite() {
    SiteMessage message = new SiteMessage("north", new Question("what"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> message.payloadAs(FeatureSums.class))
        .withMessageContaining("north")
        .withMessageContaining("FeatureSums");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SiteMessage.total(List.of(message), FeatureSums.class));
  }

  @Test
  void payloadsOfUnequalPartsCannotBeBuilt() {
    SparseGraph two = SparseGraph.builder(2).build();
    refused(() -> new AnchorGraph(two, Vector.of(1, 2, 3)));
    refused(() -> new AnchorSums(Vector.of(1), Matrix.zeros(2, 2)));
    refused(() -> new FeatureSums(1, Vector.of(1), Vector.of(1, 2)));
    refused(() -> new FeatureScatter(Matrix.zeros(1, 5)));
    FeatureScatter scatter = FeatureScatter.of(Matrix.zeros(2, 2));
    refused(() -> new ClusterMoments(Vector.of(1), Matrix.zeros(2, 2), scatter));
    refused(() -> new ClusterMoments(Vector.of(1, 1), Matrix.zeros(2, 3), scatter));
    refused(() -> new Microclusters(Vector.of(1), Matrix.zeros(2, 2)));
    refused(() -> new GroupClusters(IntVector.of(0, 3), 3));
    refused(() -> Labels.of(new int[] {0, -1}, 2));
    refused(() -> Labels.of(new int[] {2}, 2));
    refused(() -> new CoordinatorMessage(0, new Question("q")));
    assertThatNullPointerException().isThrownBy(() -> new SiteMessage("a", null));
  }

  @Test
  void aStructureOfUnequalPartsCannotBeBuilt() {
    SiteGraph none = SiteGraph.withheld(true, 4);
    Vector counts = Vector.of(2, 3);
    Matrix means = Matrix.zeros(2, 4);
    SparseGraph five = SparseGraph.builder(5).build();
    SiteGraph records = new SiteGraph(five, IntVector.of(0, 0, 1, 1, 1), false, 30);

    assertThat(new SiteStructure(counts, means, Matrix.zeros(2, 4), none).fields()).hasSize(4);
    assertThat(new SiteStructure(counts, means, Matrix.zeros(2, 10), records).fields()).hasSize(6);

    refused(() -> new SiteStructure(counts, means, Matrix.zeros(2, 5), none));
    refused(() -> new SiteStructure(counts, means, Matrix.zeros(3, 4), none));
    SiteGraph unowned = SiteGraph.ofPrototypes(five);
    refused(() -> new SiteStructure(counts, means, Matrix.zeros(2, 4), unowned));
    SiteGraph stranger = new SiteGraph(five, IntVector.of(0, 0, 1, 1, 2), true, 1);
    refused(() -> new SiteStructure(counts, means, Matrix.zeros(2, 4), stranger));
  }

  @Test
  void fieldsAreFoundByNameAndKind() {
    Fields fields =
        new Fields(
            "owner",
            List.of(
                Field.numbers("v", Vector.of(1, 2)),
                new Field.Numbers("m", Matrix.zeros(2, 2)),
                new Field.Text("t", "word"),
                new Field.Integers("i", IntVector.of(7))));

    assertThat(fields.vector("v")).isEqualTo(Vector.of(1, 2));
    assertThat(fields.text("t")).isEqualTo("word");
    assertThat(fields.integers("i").at(0)).isEqualTo(7);
    assertThat(fields.has("x")).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fields.vector("m"))
        .withMessageContaining("owner.m");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fields.numbers("t"))
        .withMessageContaining("owner has no Numbers named t");
    refused(() -> fields.graph("nothing"));
    refused(
        () -> new Fields("o", List.of(new Field.Text("same", "a"), new Field.Text("same", "b"))));
  }

  @Test
  void fieldsCountTheirNumbersAndKeepThemWhenRenamed() {
    SparseGraph graph = SparseGraph.builder(3).add(0, 1, 1).add(2, 2, 1).build();
    for (Field field :
        List.of(
            new Field.Edges("e", graph),
            new Field.Numbers("n", Matrix.zeros(2, 3)),
            new Field.Integers("i", IntVector.of(1, 2, 3, 4, 5, 6)))) {
      assertThat(field.size()).isEqualTo(6);
      assertThat(field.renamed("other").name()).isEqualTo("other");
      assertThat(field.renamed("other").renamed(field.name())).isEqualTo(field);
    }
    assertThat(new Field.Text("t", "long text").size()).isEqualTo(1);
  }

  private static <T extends SumPayload<T>> T total(Class<T> kind, T one, T other) {
    return SiteMessage.total(List.of(new SiteMessage("a", one), new SiteMessage("b", other)), kind);
  }

  private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call);
  }

  private static double[] row(double... values) {
    return values;
  }
}
