package io.coterie.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.federation.SecureRounds.Gathering;
import io.coterie.graph.SparseGraph;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Fields.FieldMismatch;
import io.coterie.message.Payload;
import io.coterie.message.SiteMessage;
import io.coterie.message.SumPayload;
import io.coterie.message.SumWords;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.ClusterMoments;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.SumUnit;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.SumMode;
import io.coterie.site.SiteData;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskedSumsTest {
  private static final int SITES = 4;

  @ParameterizedTest
  @ValueSource(
      strings = {"anchor-graph:groups", "ffcm", "dsc", "dp-lloyd", "k-fed", "spp-fgc", "fed-sc"})
  void totalsOfWordsGiveTheSamePartition(String method) {
    Matrix records = Studies.blobs(280, 4, 3, Studies.SEED);
    Map<String, int[]> hands = Studies.deal(280, SITES);
    List<SiteData> sites = Studies.sites(records, hands);
    StudyPlan plan =
        StudyPlan.of(method, 4, InputPlan.automatic(InputKind.table(), 3))
            .with(PrivacyPlan.component());

    RunResult plain = Studies.run(plan, sites);
    RunResult masked = Studies.run(plan.with(PrivacyPlan.component().with(SumMode.MASKED)), sites);

    assertThat(Studies.partition(Studies.gather(masked, hands)))
        .isEqualTo(Studies.partition(Studies.gather(plain, hands)));
    assertThat(masked.rounds()).isEqualTo(plain.rounds());
    assertThat(masked.bytesOut()).isGreaterThan(plain.bytesOut());
  }

  /** More sites than answer at a time, so that totals of some are added to further sums. */
  @ParameterizedTest
  @EnumSource(names = {"AUTO", "MINMAX"}) // sums in a unit, and of any size
  void manySitesGiveTheSamePartition(Scaling scaling) {
    Matrix records = Studies.blobs(560, 4, 3, Studies.SEED);
    Map<String, int[]> hands = Studies.deal(560, 40);
    List<SiteData> sites = Studies.sites(records, hands);
    StudyPlan plan = Studies.tablePlan(3, 4, scaling);

    RunResult plain = Studies.run(plan, sites);
    RunResult masked = Studies.run(plan.with(PrivacyPlan.component().with(SumMode.MASKED)), sites);

    assertThat(Studies.accuracy(Studies.gather(plain, hands), Studies.blobLabels(560, 4), 4))
        .isEqualTo(1);
    assertThat(Studies.gather(masked, hands)).isEqualTo(Studies.gather(plain, hands));
  }

  @Test
  void aTotalKeepsTheUnitOfItsSums() {
    for (SumUnit unit : List.of(SumUnit.NONE, new SumUnit(-20))) {
      AnchorSums zero = AnchorSums.zero(2, 1).in(unit);
      AnchorSums sums =
          new AnchorSums(Vector.of(3, 4), Matrix.over(2, 1, new double[] {0.5, -2})).in(unit);

      AnchorSums total =
          total(Gathering.total(zero), Collections.nCopies(5, new SiteMessage("a", sums)))
              .payloadAs(AnchorSums.class);

      assertThat(total.unit()).isEqualTo(unit);
      assertThat(total.counts()).isEqualTo(Vector.of(15, 20));
      assertThat(total.sums().array()).containsExactly(2.5, -10);
    }
  }

  @Test
  void twoSitesHaveNothingToHideInATotal() {
    Matrix records = Studies.blobs(140, 2, 3, Studies.SEED);
    List<SiteData> sites = Studies.sites(records, Studies.deal(140, 2));
    StudyPlan plan =
        StudyPlan.of("ffcm", 2, InputPlan.automatic(InputKind.table(), 3))
            .with(PrivacyPlan.component());

    RunResult masked = Studies.run(plan.with(PrivacyPlan.component().with(SumMode.MASKED)), sites);

    assertThat(masked.traffic()).isEqualTo(Studies.run(plan, sites).traffic());
  }

  @Test
  void sumsOfAnySizeGoUnderMasksOrDoNotLeave() {
    PrivacyPlan masked = PrivacyPlan.component().with(SumMode.MASKED);

    assertThat(masked.masks(AnchorGraph.zero(2000), 3)).isTrue();
    assertThat(masked.masks(AnchorGraph.zero(2100), 3)).isTrue();
    assertThat(masked.masks(AnchorGraph.zero(100_000), 3)).isTrue();
    assertThat(masked.masks(AnchorGraph.zero(2), 2)).isFalse();
    assertThat(PrivacyPlan.component().masks(AnchorGraph.zero(2), 3)).isFalse();
    assertThatThrownBy(() -> SumWords.like(AnchorGraph.zero(20_000)).length())
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("too large for masks");
  }

  @Test
  void masksDoNotChangeABitOfATotal() {
    AnchorGraph graph =
        new AnchorGraph(
            SparseGraph.builder(3).add(0, 1, 0.3).add(2, 2, 1.7).build(), Vector.of(0.1, 2, -3));
    ClusterMoments moments =
        new ClusterMoments(
            Vector.of(3, 4),
            Matrix.over(2, 2, new double[] {0.1, -2e9, 3e-9, 4}),
            FeatureScatter.of(Matrix.over(2, 2, new double[] {1e18, -0.7, -0.7, 1e-12})));
    assertSameTotal(AnchorGraph.zero(3), graph);
    assertSameTotal(ClusterMoments.zero(2, 2), moments);
  }

  private static void assertSameTotal(SumPayload<?> zero, Payload sums) {
    List<String> names = IntStream.range(0, SITES).mapToObj(s -> "site-" + s).toList();
    List<SiteMessage> replies = names.stream().map(name -> new SiteMessage(name, sums)).toList();
    SiteMessage masked = total(SecureRounds.masked(names, SITES, "test").gather(1, zero), replies);
    SiteMessage open = total(SecureRounds.withoutMasks().gather(1, zero), replies);

    assertThat(masked.site()).isEqualTo(SecureRounds.ALL_SITES);
    assertThat(values(masked.payload())).isEqualTo(values(open.payload()));
  }

  /** Hands over the replies some at a time, as a host does. */
  private static SiteMessage total(Gathering gathering, List<SiteMessage> replies) {
    gathering.add(replies.subList(0, 2));
    gathering.add(replies.subList(2, replies.size()));
    List<SiteMessage> received = gathering.received(Parallel.sequential());
    assertThat(received).hasSize(1);
    return received.get(0);
  }

  private static List<Object> values(Payload payload) {
    return payload.fields().stream().map(MaskedSumsTest::values).toList();
  }

  private static Object values(Field field) {
    if (field instanceof Field.Numbers numbers) {
      return Vector.of(numbers.values().array());
    } else if (field instanceof Field.Edges edges) {
      return IntStream.range(0, edges.graph().nodeCount()).mapToObj(edges.graph()::degree).toList();
    }
    throw new FieldMismatch("There is no such field.");
  }
}
